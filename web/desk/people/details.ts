/** Asks for everything about one person. */
import { isRefusal, type Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import { inWords } from '../parts/words.ts';
import type { Hackathon } from '../hackathons.ts';
import { readBuilder } from './deciding.ts';
import { isOut, onTrack, type Person } from './requests.ts';
import { person as texts } from './texts/en.ts';

type Builders = Answer<'teams', 'getBuilder'>['builder'];
type Parent = Answer<'registrations', 'getParent'>['super_event_registration'];
export type Confirmation = Pick<Parent, 'status' | 'confirm_by' | 'confirmed_at' | 'lapsed_at'>;
/** All there is to know about somebody. */
export interface Details {
  /** Whether they said that they will come; undefined of those who are known by a place on a track. */
  readonly confirmation: Confirmation | undefined;
  /** The id of their place in the hackathon. */
  readonly place: string;
  /** As they are now. */
  readonly person: Person;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly registrations: readonly Pick<Builders['trackRegistrations'][number], 'id' | 'track' | 'status'>[];
  readonly teams: Builders['teamHistory'];
  /** When they agreed to which texts; undefined of those who did not. */
  readonly consent?: { readonly at: string; readonly to: readonly string[] } | undefined;
}

/**
 * Asks for everything about a person, with the questions that their answers are to. Null where the address is that of
 * nobody in this hackathon.
 */
export async function readDetails(hackathon: Hackathon, part: string, signal: AbortSignal): Promise<Details | null> {
  const of = { superEventId: hackathon.id };
  const asking = Promise.all([api.events.listFields(of, { signal }), api.events.listDeletedFields(of, { signal })]);
  const found = part.startsWith(onTrack)
    ? readPlaceOnTrack(hackathon, part.slice(onTrack.length), signal)
    : readPlace(hackathon, part, signal);
  const [[{ fields }, { fields: deleted }], details] = await Promise.all([asking, found.catch(unlessGone)]);
  return details ? { ...details, answers: answered({ fields, deleted }, details.answers) } : null;
}

function unlessGone(error: unknown): undefined {
  if (!isRefusal(error, 'NOT_FOUND')) throw error;
}

type Answered = Omit<Details, 'answers'> & { readonly answers: Readonly<Record<string, unknown>> };

async function readPlace(hackathon: Hackathon, id: string, signal: AbortSignal): Promise<Answered | undefined> {
  const { super_event_registration: parent } = await api.registrations.getParent({ id }, { signal });
  if (parent.super_event_id !== hackathon.id) return undefined;
  const { status, users, answers_json } = parent;
  const person = {
    ...{ key: id, userId: users.id, name: users.name, email: users.email, status, place: { parent: id } },
    ...{ tracks: [], team: undefined },
  };
  // A person who is out of the hackathon, since a moment ago perhaps, is no builder.
  const builder = isOut(status) ? undefined : await readBuilder(hackathon, users.id, signal).catch(unlessGone);
  if (!builder) {
    return { place: id, person, answers: answers_json, registrations: [], teams: [], confirmation: parent };
  }
  const { answers, trackRegistrations, teamHistory, activeTeam, consentedAt, consentedTo } = builder;
  const tracks = trackRegistrations.filter((each) => each.status !== 'cancelled').map(({ track }) => track);
  const registrations = trackRegistrations;
  const found = { ...person, tracks, team: activeTeam?.name };
  const consent = consentedAt && consentedTo ? { at: consentedAt, to: consentedTo } : undefined;
  return { place: id, person: found, answers, registrations, teams: teamHistory, confirmation: parent, consent };
}

async function readPlaceOnTrack({ tracks }: Hackathon, id: string, signal: AbortSignal): Promise<Answered | undefined> {
  const { registration } = await api.registrations.get({ id }, { signal });
  const { status, users, events: track, answers_json: answers, super_event_registration_id } = registration;
  if (!tracks.some((each) => each.id === track.id)) return undefined;
  const person = {
    ...{ key: id, userId: users.id, name: users.name, email: users.email, status, place: { registration: id } },
    ...{ tracks: [track], team: undefined },
  };
  const rest = { answers, registrations: [{ id, track, status }], teams: [], confirmation: undefined };
  return { place: super_event_registration_id, person, ...rest };
}

interface Questions extends Answer<'events', 'listFields'> {
  readonly deleted: Answer<'events', 'listDeletedFields'>['fields'];
}

/** Answers in the order of the questions, then those to deleted questions. */
function answered({ fields, deleted }: Questions, answers: Answered['answers']): Details['answers'] {
  const known = fields
    .filter(({ id }) => id in answers)
    .map(({ id, label }) => ({ question: label, answer: inWords(answers[id]) }));
  const rest = Object.entries(answers).filter(([id]) => !fields.some((field) => field.id === id));
  const labelOf = (id: string) => deleted.find((field) => field.id === id)?.label;
  return [
    ...known,
    ...rest.map(([id, answer]) => ({ question: texts.formerQuestion(labelOf(id)), answer: inWords(answer) })),
  ];
}
