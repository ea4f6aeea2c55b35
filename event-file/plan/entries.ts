/** Converts entries of an event file to flat rows with the ids of their parents. */
import type { InsertedRow } from '../../shared/database/bulk.ts';
import type { Kind, ApplyContext } from '../../shared/database/portable.ts';
import type { EventFile } from '../format/schema.ts';
import * as kinds from '../kinds.ts';

type SuperEvent = EventFile['super_events'][number];
type Point = SuperEvent['checkin_points'][number];
/** The id of what has this natural name. */
export type IdOf = (kind: Kind, name: string) => string;

/** All people in an event file, each once, with their data from all its parts. */
export function peopleOf({ organization, users, super_events }: EventFile) {
  const people = new Map<string, EventFile['users'][number]>();
  const add = (person: { email: string; name?: string | null | undefined }) => {
    const known = people.get(person.email);
    people.set(person.email, { onboarded: true, ...known, ...person, name: known?.name ?? person.name });
  };
  for (const user of users) add(user);
  for (const { email, name } of organization.members) add({ email, name });
  for (const { participants } of super_events) for (const { email, name } of participants) add({ email, name });
  return [...people.values()];
}

type Entries = (file: EventFile, id: IdOf, work: Pick<ApplyContext, 'paymentOfNew'>) => InsertedRow[];
const personIn = (id: IdOf, { email }: { email: string }) => ({ email, user_id: id(kinds.people, email) });

/** The entries below each hackathon. */
const each =
  (
    list: (superEvent: SuperEvent, own: { around: string; super_event_id: string }, id: IdOf) => InsertedRow[],
  ): Entries =>
  ({ super_events }, id) =>
    super_events.flatMap((superEvent) => {
      const { slug } = superEvent;
      return list(superEvent, { around: slug, super_event_id: id(kinds.superEvents, slug) }, id);
    });

/** The entries below this track of a hackathon. */
const onTrack = (id: IdOf, { around, super_event_id }: { around: string; super_event_id: string }, slug: string) => {
  const name = `${around}/${slug}`;
  return { around: name, super_event_id, event_id: id(kinds.tracks, name) };
};
type Track = SuperEvent['tracks'][number];
const eachTrack = (list: (track: Track, own: ReturnType<typeof onTrack>, id: IdOf) => InsertedRow[]): Entries =>
  each(({ tracks }, own, id) => tracks.flatMap((track) => list(track, onTrack(id, own, track.slug), id)));

const point =
  (own: object) =>
  ({ milestone_requirements: requirements, ...rest }: Point) => ({ ...rest, ...own, requirements });

/** Points are named by their keys, wherever in the hackathon they stand: several tracks may have one of the same key. */
function pointIds({ slug, checkin_points, tracks }: SuperEvent, keys: readonly string[], id: IdOf): string[] {
  const places = [
    { around: slug, points: checkin_points },
    ...tracks.map((track) => ({ around: `${slug}/${track.slug}`, points: track.checkin_points })),
  ];
  return places.flatMap(({ around, points }) =>
    points.filter(({ key }) => keys.includes(key)).map(({ key }) => id(kinds.points, `${around}/${key}`)),
  );
}

/**
 * In the order of dependencies. The weights of criteria come last, because their lock makes organizers wait until the
 * end.
 */
export const entriesOf: readonly (readonly [Kind, Entries])[] = [
  [kinds.people, peopleOf],
  [kinds.members, ({ organization }, id) => organization.members.map((each) => ({ ...each, ...personIn(id, each) }))],
  [
    kinds.superEvents,
    ({ super_events }, _, { paymentOfNew }) =>
      super_events.map((each) => ({ ...each, ...(paymentOfNew && { otherwise: { payment_status: paymentOfNew } }) })),
  ],
  [kinds.tracks, each(({ tracks }, own) => tracks.map((track) => ({ ...track, ...own })))],
  [kinds.lists, ({ organization }) => organization.lists],
  [kinds.registrationFields, each((of, own) => of.registration_fields.map((field) => ({ ...field, ...own })))],
  [
    kinds.prizes,
    each((of, own, id) =>
      of.prizes.map(({ tracks, judges, ...prize }) => ({
        ...prize,
        ...own,
        track_ids: tracks && tracks.map((slug) => id(kinds.tracks, `${own.around}/${slug}`)).sort(),
        judge_user_ids: judges?.map((email) => id(kinds.people, email)).sort(),
      })),
    ),
  ],
  [
    kinds.roles,
    eachTrack(({ roles }, own, id) => roles.map(({ role, ...held }) => ({ role, ...own, ...personIn(id, held) }))),
  ],
  [
    kinds.points,
    each(({ checkin_points, tracks }, own, id) => [
      ...checkin_points.map(point({ ...own, event_id: null })),
      ...tracks.flatMap((track) => track.checkin_points.map(point(onTrack(id, own, track.slug)))),
    ]),
  ],
  [
    kinds.devices,
    each((of, own, id) =>
      of.devices.map(({ points, ...device }) => ({ ...device, ...own, point_ids: points && pointIds(of, points, id) })),
    ),
  ],
  [
    kinds.participants,
    each(({ participants }, own, id) =>
      participants.map(({ answers, status, registrations, ...participant }) => {
        const byId = answers && keyedById(answers, own.around, id);
        const decided = registrations.flatMap((entry) =>
          entry.status ? [{ event_id: onTrack(id, own, entry.track).event_id, status: entry.status }] : [],
        );
        return { ...own, ...personIn(id, participant), status, answers: byId, decided };
      }),
    ),
  ],
  [
    kinds.registrations,
    each(({ participants }, own, id) =>
      participants.flatMap((participant) => {
        const super_event_registration_id = id(kinds.participants, `${own.around}/${participant.email}`);
        const person = { ...personIn(id, participant), super_event_registration_id };
        return participant.registrations.map((entry) => ({ ...entry, ...onTrack(id, own, entry.track), ...person }));
      }),
    ),
  ],
  [kinds.teams, each(({ teams }, own, id) => teams.map((team) => ({ ...team, ...onTrack(id, own, team.track) })))],
  [
    kinds.teamMembers,
    each(({ teams }, own, id) =>
      teams.flatMap(({ track, name, members }) => {
        const team = `${own.around}/${track}/${name}`;
        const home = { ...onTrack(id, own, track), team, team_id: id(kinds.teams, team) };
        return members.map(({ role, ...member }) => ({ role, ...home, ...personIn(id, member) }));
      }),
    ),
  ],
  [kinds.apiKeys, ({ api_keys }, id) => api_keys.map((key) => ({ ...key, user_id: id(kinds.people, key.user) }))],
  [
    kinds.webhooks,
    ({ webhooks }, id) =>
      webhooks.map((each) => ({
        ...each,
        super_event_id: each.super_event && id(kinds.superEvents, each.super_event),
      })),
  ],
  [
    kinds.criteria,
    eachTrack(({ criteria }, own) =>
      criteria.map((criterion, position) => ({ ...criterion, ...own, otherwise: { order_index: position } })),
    ),
  ],
];

const keyedById = (answers: Record<string, unknown>, around: string, id: IdOf) =>
  Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [id(kinds.registrationFields, `${around}/${key}`), answer]),
  );
