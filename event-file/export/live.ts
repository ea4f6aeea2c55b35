/** Reads everything about one super event that an event file can contain, in one snapshot. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { countryList } from '../../shared/contract/forms.ts';
import type { InsertedRow } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import type { Scope } from '../../shared/database/portable.ts';
import { transaction } from '../../shared/database/transaction.ts';
import { read } from '../engine.ts';
import * as kinds from '../kinds.ts';

/** The rows of each kind, in the order of the file. */
export type Live = { readonly [Kind in keyof typeof kinds]: readonly InsertedRow[] };

export interface NamedSuperEvent extends Readonly<Pick<RowOf<typeof superEvents>, 'id' | 'slug' | 'organization_id'>> {
  /** By its slug. */
  readonly organization: string;
}

const named = sql`
  select s.id, s.slug, s.organization_id, o.slug as organization
    from published.super_events s join published.organizations o on o.id = s.organization_id`;

/** Searches all organizations. A former slug finds the renamed super event. */
export async function findSuperEvents(db: Db, slug: string): Promise<NamedSuperEvent[]> {
  const found = sql<NamedSuperEvent>`
    ${named} join events.slug k on k.target_id = s.id and k.kind = 'super_event' and k.slug = ${slug} order by o.slug`;
  return (await found.execute(db.getKysely())).rows;
}

/** A few super events, for an error message. */
export const exampleSuperEvents = async (db: Db): Promise<NamedSuperEvent[]> =>
  (await sql<NamedSuperEvent>`${named} order by o.slug, s.slug limit 1000`.execute(db.getKysely())).rows;

const rest = [
  ...[
    'members',
    'registrationFields',
    'prizes',
    'roles',
    'points',
    'devices',
    'criteria',
    'participants',
    'registrations',
  ],
  ...['teams', 'teamMembers', 'apiKeys', 'webhooks'],
] as const satisfies (keyof Live)[];

/** Those from which a field of the hackathon chooses. */
async function listsOf(tx: Db, fields: readonly InsertedRow[], scope: Scope): Promise<InsertedRow[]> {
  const names = new Set(fields.map(({ choices }) => choices));
  if ([...names].every((name) => name === null || name === countryList)) return [];
  return (await read(tx, kinds.lists, scope)).filter(({ name }) => names.has(name));
}

/** Reads one snapshot, without locks. */
export function readLive(db: EntityManager, { id, organization_id }: NamedSuperEvent): Promise<Live> {
  const readAll = async (tx: Db): Promise<Live> => {
    const organizations = await read(tx, kinds.organizations, { id: [organization_id] });
    const superEvents = await read(tx, kinds.superEvents, { id: [id] });
    const tracks = await read(tx, kinds.tracks, { super_event_id: [id] });
    const idsOf = (rows: readonly InsertedRow[], name: string) => [...new Set(rows.map((row) => String(row[name])))];
    const scope = { organization_id: [organization_id], super_event_id: [id], event_id: idsOf(tracks, 'id') };
    const live: Partial<Record<keyof Live, InsertedRow[]>> = { organizations, superEvents, tracks };
    for (const kind of rest) live[kind] = await read(tx, kinds[kind], scope);
    live.lists = await listsOf(tx, live.registrationFields ?? [], scope);
    const named = [live.members, live.roles, live.participants, live.teamMembers, live.apiKeys].flatMap(
      (rows) => rows ?? [],
    );
    live.people = await read(tx, kinds.people, { id: idsOf(named, 'user_id') });
    return live as Live;
  };
  return transaction(db, readAll, { isSnapshot: true });
}
