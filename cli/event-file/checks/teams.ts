/** Teams: members accepted on the track, one leader, not too many, nobody in two. */
import type { Review } from '../review.ts';
import type { Path } from '../source.ts';
import { distinct, entriesOf, valueOr, type Entry, type SuperEvent, type Team } from './entries.ts';
import { reportUnknownTrack, type Tracks } from './participants.ts';

/** As where a track's config_json does not say. */
const usualTeamSize = 4;

export const mostPerTeam = (track: { config_json?: Record<string, unknown> | undefined } | undefined) => {
  const configured = track?.config_json?.['max_team_size'];
  return typeof configured === 'number' ? configured : usualTeamSize;
};

export function checkTeams(superEvent: Entry<SuperEvent>, tracks: Tracks, review: Review): void {
  const teams = entriesOf(superEvent.item.teams, [...superEvent.path, 'teams']);
  const identity = ({ track, name }: Team) => (track && name ? `${track}/${name}` : undefined);
  distinct(review, teams, { by: 'name', identity, among: 'per track' });
  const seats = new Map<string, Path>();
  const statuses = statusesOf(superEvent, review);
  for (const team of teams) {
    const { track } = team.item;
    if (track !== undefined && !tracks.own.has(track)) {
      reportUnknownTrack(review, [...team.path, 'track'], track, tracks);
    }
    checkLeader(team, review);
    checkSize(team, superEvent.item, review);
    checkMembers(team, seats, review);
    if (track !== undefined && tracks.own.has(track)) checkAcceptance(team, track, statuses, review);
  }
}

function checkLeader({ path, item }: Entry<Team>, review: Review): void {
  const members = entriesOf(item.members, [...path, 'members']);
  if (members.length === 0 || members.some((member) => review.isWrong([...member.path, 'role']))) return;
  const [first, ...others] = members.filter((member) => member.item.role === 'LEADER');
  if (!first) {
    const message = 'need a leader: give one of them role: LEADER';
    review.report([...path, 'members'], { code: 'noLeader', isName: true, message });
  }
  for (const leader of others) {
    const message = `cannot be LEADER: ${first?.item.email} already is, and a team has one`;
    review.report([...leader.path, 'role'], { code: 'twoLeaders', message });
  }
}

function checkSize({ path, item }: Entry<Team>, superEvent: SuperEvent, review: Review): void {
  const track = superEvent.tracks?.find((candidate) => candidate?.slug === item.track);
  const most = mostPerTeam(track);
  const size = item.members?.length ?? 0;
  if (!track || size <= most) return;
  const message = `are ${size}, but teams of ${item.track} have at most ${most} (config_json.max_team_size)`;
  review.report([...path, 'members'], { code: 'teamSize', isName: true, message });
}

/** `seats` gathers where each person already sits in this super event. */
function checkMembers({ path, item }: Entry<Team>, seats: Map<string, Path>, review: Review): void {
  const entries = entriesOf(item.members, [...path, 'members']);
  for (const [email, member] of distinct(review, entries, {
    by: 'email',
    identity: ({ email }) => email,
    among: 'per team',
  })) {
    const at = [...member.path, 'email'];
    const other = seats.get(email);
    if (other) {
      const message = `is already in a team on line ${review.lineOf(other)}: a person is in one team per super event`;
      review.report(at, { code: 'twoTeams', message });
    }
    seats.set(email, at);
  }
}

/** A person's status per track; undefined where what is written there is wrong. */
type Statuses = ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;

function statusesOf({ path, item }: Entry<SuperEvent>, review: Review): Statuses {
  const statuses = new Map<string, Map<string, string | undefined>>();
  for (const participant of entriesOf(item.participants, [...path, 'participants'])) {
    const { email } = participant.item;
    if (email === undefined || statuses.has(email)) continue;
    const registrations = entriesOf(participant.item.registrations, [...participant.path, 'registrations']);
    const perTrack = registrations.map(({ path: at, item: { track = '', status } }) => {
      return [track, valueOr(review, [...at, 'status'], status, 'pending')] as const;
    });
    statuses.set(email, new Map(perTrack));
  }
  return statuses;
}

function checkAcceptance({ path, item }: Entry<Team>, track: string, statuses: Statuses, review: Review): void {
  for (const member of entriesOf(item.members, [...path, 'members'])) {
    const { email } = member.item;
    if (email === undefined) continue;
    const tracksOfMember = statuses.get(email);
    const status = tracksOfMember?.has(track) ? tracksOfMember.get(track) : 'not registered';
    if (status === undefined || status === 'accepted') continue;
    const isKnown = tracksOfMember !== undefined;
    review.report([...member.path, 'email'], {
      code: 'notAcceptedOnTrack',
      message: isKnown
        ? `is ${status} on ${track}: members of a team are accepted on its track`
        : 'is no participant of this super event: add the person under participants, accepted on the track',
      written: email,
      candidates: isKnown ? [] : [...statuses.keys()],
    });
  }
}
