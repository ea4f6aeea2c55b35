/** Asks about people and decides about them. */
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';

export interface Filter {
  readonly search: string;
  readonly status: RegistrationStatus | '';
  /** The id of a track; empty for all. */
  readonly track: string;
}
/** Somebody as the list shows them. */
export interface Person {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly status: RegistrationStatus;
  readonly tracks: readonly { readonly id: string; readonly name: string }[];
  readonly team: string | undefined;
  /** What a decision is about: the place in the hackathon, or the one on a track where the person is out of it. */
  readonly place: { readonly parent: string } | { readonly registration: string };
}
export interface PeoplePage {
  readonly people: readonly Person[];
  readonly next: string | null;
}
export type Decision = 'accepted' | 'waitlisted' | 'rejected';
type Former = Exclude<RegistrationStatus, 'cancelled'>;

const pageSize = 50;
type Builder = Answer<'teams', 'listBuilders'>['builders'][number];

/** Asks for a page of people. Those who are out of the hackathon are no builders, and are listed by their tracks. */
export function listPeople(hackathon: Hackathon, filter: Filter, cursor: string | undefined, signal: AbortSignal) {
  const { status } = filter;
  if (status === 'rejected' || status === 'cancelled') return listOut(hackathon, filter, cursor, signal);
  return listBuilders(hackathon, filter, status || undefined, cursor, signal);
}

async function listBuilders(
  { id }: Hackathon,
  { search, track }: Filter,
  status: Builder['status'] | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<PeoplePage> {
  const wanted = { search: search || undefined, status, trackId: track || undefined };
  const { builders, pagination } = await api.teams.listBuilders({ id, ...wanted, cursor, limit: pageSize }, { signal });
  return { people: builders.map(ofBuilder), next: pagination.nextCursor };
}

const ofBuilder = ({ registrationId, userId, name, email, status, tracks, activeTeam }: Builder): Person => ({
  key: registrationId,
  ...{ userId, email, status, tracks },
  name: name ?? email,
  team: activeTeam?.name,
  place: { parent: registrationId },
});

async function listOut(
  { id, tracks }: Hackathon,
  { search, status, track }: Filter,
  cursor = '1',
  signal: AbortSignal,
): Promise<PeoplePage> {
  const wanted = { search: search || undefined, status: status || undefined, page: Number(cursor), limit: pageSize };
  const answer = await (track
    ? api.registrations.listForTrack({ eventId: track, ...wanted }, { signal })
    : api.registrations.listForSuperEvent({ superEventId: id, ...wanted }, { signal }));
  const { page, totalPages } = answer.pagination;
  return {
    people: answer.registrations.map((each) => ({
      key: each.id,
      userId: each.user_id,
      name: each.name,
      email: undefined,
      status: each.status,
      tracks: tracks.filter((known) => known.id === each.event_id),
      team: undefined,
      place: { registration: each.id },
    })),
    next: page < totalPages ? String(page + 1) : null,
  };
}

/** How many people a hackathon has; in words where the interface tells no more. */
export interface PeopleCounts {
  readonly all: string;
  readonly pending: string;
  readonly accepted: string;
  readonly waitlisted: string;
}
/** The longest page of builders. */
const most = 100;

export async function countPeople({ id }: Hackathon, signal: AbortSignal): Promise<PeopleCounts> {
  const listed = async (status: Builder['status']) => {
    const { builders, pagination } = await api.teams.listBuilders({ id, status, limit: most }, { signal });
    return pagination.hasMore ? undefined : builders.length;
  };
  const [{ builders }, { accepted }, pending, waitlisted] = await Promise.all([
    api.teams.count({ id }, { signal }),
    api.checkIn.board({ slug: id }, { signal }),
    listed('pending'),
    listed('waitlisted'),
  ]);
  const rest = (known: number | undefined) => (known === undefined ? `${most}+` : builders.all - accepted - known);
  return {
    all: String(builders.all),
    accepted: String(accepted),
    pending: String(pending ?? rest(waitlisted)),
    waitlisted: String(waitlisted ?? rest(pending)),
  };
}

/** Takes a decision back. The email about it may be on its way. */
export type Undo = () => Promise<void>;

/**
 * Decides about somebody. Accepting who applied to one track accepts them there as well; all else is for every track on
 * which nothing is decided yet. Returns what takes it back, except from who has lost a place, and a team, by it.
 */
export async function decide(hackathon: Hackathon, person: Person, status: Decision): Promise<Undo | undefined> {
  const { place, status: former } = person;
  if (former === 'cancelled') return undefined;
  if ('registration' in place) {
    await decideOnTrack(place.registration, status);
    return async () => void (await decideOnTrack(place.registration, former));
  }
  const open = await undecided(hackathon, person, status);
  const changed = status === 'accepted' ? await accept(person, place.parent, open) : await decideOnAll(open, status);
  // The hackathon comes last: until then somebody whose tracks were decided half is still in the list.
  if (status !== 'accepted') await decideOnHackathon(place.parent, status);
  if (former === 'accepted') return undefined;
  return async () => {
    for (const each of changed) if (each.status !== 'cancelled') await decideOnTrack(each.id, each.status);
    await decideOnHackathon(place.parent, former);
  };
}

type Places = Builders['trackRegistrations'];

/** Accepting on a track accepts in the hackathon as well, unless there was nothing left to accept. */
async function accept({ tracks }: Person, parent: string, open: Places): Promise<Places> {
  const only = tracks.length === 1 ? open[0] : undefined;
  if (only && (await decideOnTrack(only.id, 'accepted'))) return [only];
  await decideOnHackathon(parent, 'accepted');
  return [];
}

async function decideOnAll(open: Places, status: Decision): Promise<Places> {
  for (const { id } of open) await decideOnTrack(id, status);
  return open;
}

const decideOnHackathon = (id: string, status: Former) => api.registrations.updateParentStatus({ id, status });

/** Decides about a place on a track; false where it had this status already. */
export const decideOnTrack = async (id: string, status: Former): Promise<boolean> =>
  (await api.registrations.updateStatus({ id, status })).updated;

const isOpen = ({ status }: Places[number]) => status === 'pending' || status === 'waitlisted';

/** The places on tracks that this decision is about. */
async function undecided(hackathon: Hackathon, { userId, tracks }: Person, to: Decision): Promise<Places> {
  if (tracks.length === 0) return [];
  const { trackRegistrations } = await readBuilder(hackathon, userId);
  return trackRegistrations.filter((each) => each.status !== to && isOpen(each));
}

async function readBuilder({ id }: Hackathon, userId: string, signal?: AbortSignal) {
  return (await api.teams.getBuilder({ id, userId }, { signal })).builder;
}

type Builders = Answer<'teams', 'getBuilder'>['builder'];
/** All there is to know about somebody. */
export interface Details {
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly registrations: Builders['trackRegistrations'];
  readonly teams: Builders['teamHistory'];
}

/** Asks for everything about a person, with the questions that their answers are to. */
export async function readDetails(hackathon: Hackathon, person: Person, signal: AbortSignal): Promise<Details> {
  const asking = api.events.listFields({ superEventId: hackathon.id }, { signal });
  if ('parent' in person.place) {
    const [{ fields }, builder] = await Promise.all([asking, readBuilder(hackathon, person.userId, signal)]);
    const { answers, trackRegistrations, teamHistory } = builder;
    return { answers: answered(fields, answers), registrations: trackRegistrations, teams: teamHistory };
  }
  const own = api.registrations.get({ id: person.place.registration }, { signal });
  const [{ fields }, { registration }] = await Promise.all([asking, own]);
  return { answers: answered(fields, registration.answers_json), registrations: [], teams: [] };
}

type Question = Answer<'events', 'listFields'>['fields'][number];

/** Answers in the order of the questions, and what was said to questions that are asked no more behind them. */
function answered(fields: readonly Question[], answers: Readonly<Record<string, unknown>>): Details['answers'] {
  const known = fields
    .filter(({ id }) => id in answers)
    .map(({ id, label }) => ({ question: label, answer: inWords(answers[id]) }));
  const rest = Object.entries(answers).filter(([id]) => !fields.some((field) => field.id === id));
  return [...known, ...rest.map(([, answer]) => ({ question: 'A former question', answer: inWords(answer) }))];
}

function inWords(answer: unknown): string {
  if (answer === null || answer === '') return '–';
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  if (Array.isArray(answer)) return answer.map(inWords).join(', ');
  if (typeof answer === 'object') return 'name' in answer ? String(answer.name) : JSON.stringify(answer);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

/** What onboarding somebody came to, in words. */
const outcomes = {
  enrolled: 'They have an account: accepted at once.',
  invited: 'An email with a link is on its way to them.',
  already_invited: 'They were invited before; the link in that email is still good.',
  already_enrolled: 'They are accepted already.',
} as const satisfies Record<Answer<'onboarding', 'onboard'>['status'], string>;

export async function onboard(
  { id }: Hackathon,
  person: { readonly email: string; readonly firstName?: string; readonly lastName?: string },
): Promise<string> {
  const { status } = await api.onboarding.onboard({ slug: id, ...person });
  return outcomes[status];
}
