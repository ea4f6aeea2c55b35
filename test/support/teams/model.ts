/** Teams of one hackathon as they should be: small enough to be believed without a test. */
import type { ErrorCode } from '../../../shared/contract/errors.ts';

export interface Seat {
  readonly person: number;
  /** A later seat is a shorter standing. */
  readonly turn: number;
  readonly leads: boolean;
}
export interface ModelTeam {
  track: number;
  seats: Seat[];
  gone: boolean;
}
export interface Model {
  /** Tracks each person is accepted on; undefined where they are not accepted in the hackathon. */
  readonly accepted: (Set<number> | undefined)[];
  readonly teams: ModelTeam[];
  /** How many fit into a team, by track. */
  readonly sizes: readonly number[];
  turn: number;
}
type Verdict = ErrorCode | 'done';

export const teamOf = ({ teams }: Model, person: number) =>
  teams.find(({ seats }) => seats.some((seat) => seat.person === person));

function lead(team: ModelTeam, successor: number | null): void {
  if (team.seats.length === 0 || team.seats.some(({ leads }) => leads)) return;
  const oldest = team.seats.toSorted((a, b) => a.turn - b.turn)[0];
  const next = team.seats.find(({ person }) => person === successor) ?? oldest;
  team.seats = team.seats.map((seat) => ({ ...seat, leads: seat === next }));
}

function leave(team: ModelTeam, person: number, successor: number | null = null): void {
  team.seats = team.seats.filter((seat) => seat.person !== person);
  lead(team, successor);
}

function sit(model: Model, team: ModelTeam, person: number): void {
  team.seats.push({ person, turn: model.turn++, leads: team.seats.length === 0 });
}

const isLedBy = (team: ModelTeam, person: number) => team.seats.some((seat) => seat.person === person && seat.leads);
const isWrongSuccessor = (team: ModelTeam, leaver: number, successor: number | null) =>
  isLedBy(team, leaver) &&
  successor !== null &&
  (successor === leaver || !team.seats.some(({ person }) => person === successor));

export function create(model: Model, track: number, people: readonly number[]): Verdict {
  if (people.some((person) => !model.accepted[person]?.has(track))) return 'NOT_ACCEPTED_ON_TRACK';
  if (people.some((person) => teamOf(model, person))) return 'ALREADY_IN_TEAM';
  if (people.length > (model.sizes[track] ?? 0)) return 'TEAM_FULL';
  const team = { track, seats: [], gone: false };
  model.teams.push(team);
  for (const person of people) sit(model, team, person);
  return 'done';
}

export function add(model: Model, team: ModelTeam, person: number): Verdict {
  if (team.gone) return 'NOT_FOUND';
  const present = teamOf(model, person);
  if (present === team) return 'done';
  if (!model.accepted[person]?.has(team.track)) return 'NOT_ACCEPTED_ON_TRACK';
  if (present) return 'ALREADY_IN_TEAM';
  if (team.seats.length >= (model.sizes[team.track] ?? 0)) return 'TEAM_FULL';
  sit(model, team, person);
  return 'done';
}

export function remove(model: Model, team: ModelTeam, person: number, successor: number | null): Verdict {
  if (team.gone || teamOf(model, person) !== team) return 'NOT_FOUND';
  if (isWrongSuccessor(team, person, successor)) return 'INVALID_REPLACEMENT_LEADER';
  leave(team, person, successor);
  return 'done';
}

export function transfer(model: Model, team: ModelTeam, person: number): Verdict {
  if (team.gone) return 'NOT_FOUND';
  if (teamOf(model, person) !== team) return 'INVALID_REPLACEMENT_LEADER';
  team.seats = team.seats.map((seat) => ({ ...seat, leads: seat.person === person }));
  return 'done';
}

export function moveTeam(model: Model, team: ModelTeam, track: number): Verdict {
  if (team.gone) return 'NOT_FOUND';
  if (team.track !== track && team.seats.length > (model.sizes[track] ?? 0)) return 'TEAM_FULL';
  team.track = track;
  for (const { person } of team.seats) model.accepted[person]?.add(track);
  return 'done';
}

export function moveBuilder(
  model: Model,
  person: number,
  to: { track: number; team: ModelTeam | null; successor: number | null },
): Verdict {
  const accepted = model.accepted[person];
  if (!accepted) return 'BUILDER_NOT_FOUND';
  if (to.team && (to.team.gone || to.team.track !== to.track)) return 'TEAM_NOT_FOUND';
  const present = teamOf(model, person);
  const stays = present && (to.team ? present === to.team : present.track === to.track);
  if (!stays) {
    if (to.team && to.team.seats.length >= (model.sizes[to.track] ?? 0)) return 'TEAM_FULL';
    if (present && isWrongSuccessor(present, person, to.successor)) return 'INVALID_REPLACEMENT_LEADER';
    if (present) leave(present, person, to.successor);
    if (to.team) sit(model, to.team, person);
  }
  accepted.add(to.track);
  return 'done';
}

export function disband(team: ModelTeam): Verdict {
  if (team.gone) return 'NOT_FOUND';
  team.seats = [];
  team.gone = true;
  return 'done';
}

/** A registration on one track ends; with the last one, so does the place in the hackathon. */
export function drop(model: Model, person: number, track: number): Verdict {
  const accepted = model.accepted[person];
  accepted?.delete(track);
  if (accepted?.size === 0) return expel(model, person);
  const team = teamOf(model, person);
  if (team?.track === track) leave(team, person);
  return 'done';
}

/** The place in the hackathon ends. */
export function expel(model: Model, person: number): Verdict {
  model.accepted[person] = undefined;
  const team = teamOf(model, person);
  if (team) leave(team, person);
  return 'done';
}
