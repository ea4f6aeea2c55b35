/** SQL of webhooks. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { keptPosition } from '../../shared/database/facts.ts';
import type { webhooksKey } from '../../shared/database/published/webhooks.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import type { webhook } from './entities.ts';
import { webhooksAtMost } from './rules.ts';
import type { KeptSecret } from './secret-store.ts';

type Row = RowOf<typeof webhook>;
const shown = [
  ...(['id', 'url', 'types', 'super_event_id', 'description', 'status'] as const),
  ...(['failing_since', 'former_until', 'created_at'] as const),
] as const;
export type Webhook = Pick<Row, (typeof shown)[number]>;

const columns = sql.join(shown.map((name) => sql.ref(`w.${name}`)));

export const webhooksOf = (organization_id: string): Listing<Webhook> => ({
  rows: sql`select ${columns} from webhook w where w.organization_id = ${organization_id}`,
  by: oldestFirst,
});

export type Sealed = Pick<Row, 'secret' | 'former_secret'>;

/** Finds a webhook with its encrypted secrets. */
export async function findWebhook(db: Db, id: string): Promise<(Webhook & Sealed) | undefined> {
  const { rows } = await sql<Webhook & Sealed>`
    select ${columns}, w.secret, case when w.former_until > now() then w.former_secret end as former_secret
      from webhook w where w.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

/** Locks a webhook for this transaction. */
export async function lockWebhook(db: Db, id: string): Promise<(Webhook & Sealed) | undefined> {
  const { rows } = await sql<Webhook & Sealed>`
    select ${columns}, w.secret, w.former_secret
      from webhook w where w.id = ${id} for no key update of w`.execute(db.getKysely());
  return rows[0];
}

/** Makes concurrent creations of an organization's webhooks take turns. */
export async function lockPlaces(db: Db, organization_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks/${organization_id}`}, 0))`.execute(
    db.getKysely(),
  );
}

export type Settings = Pick<Row, 'url' | 'types' | 'super_event_id' | 'description'>;
/** `key` is set only by an event file. */
export type NewWebhook = Settings & Pick<Row, 'organization_id'> & KeptSecret & Partial<Pick<Row, 'id' | 'key'>>;

interface Prospects {
  /** The hackathon exists, or none was named. */
  readonly is_place: boolean;
  /** The limit of webhooks is not reached. */
  readonly is_room: boolean;
}

/**
 * @returns the conditions for creating it.
 */
export async function findObstacles(db: Db, draft: Omit<NewWebhook, keyof KeptSecret>): Promise<Prospects> {
  const { organization_id, super_event_id } = draft;
  const { rows } = await sql<Prospects>`
    select ${isPlace(organization_id, super_event_id)} as is_place,
           ${countOf(organization_id)} < ${webhooksAtMost} as is_room`.execute(db.getKysely());
  return rows[0] as Prospects;
}

const countOf = (organization_id: string) => sql<number>`
  (select count(*)::int from webhook where organization_id = ${organization_id})`;

export async function webhooksIn(db: Db, organization_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${countOf(organization_id)} as n`.execute(db.getKysely());
  return rows[0]?.n ?? 0;
}

const isPlace = (organization_id: string, super_event_id: string | null) => sql<boolean>`
  (${super_event_id}::uuid is null
   or exists (select from published.super_events e
               where e.id = ${super_event_id}::uuid and e.organization_id = ${organization_id}))`;

export async function isHackathonOf(db: Db, organization_id: string, super_event_id: string | null): Promise<boolean> {
  const { rows } = await sql<{ is_place: boolean }>`
    select ${isPlace(organization_id, super_event_id)} as is_place`.execute(db.getKysely());
  return rows[0]?.is_place ?? false;
}

/**
 * They count as slow until they have answered: they may be made anew as fast as they fail.
 * @param position where reading starts, unless the organization is already read.
 */
export async function insertWebhooks(
  db: Db,
  drafts: readonly NewWebhook[],
  position: string,
): Promise<readonly Webhook[]> {
  const { rows } = await sql<Webhook>`
    with w as (
      insert into webhook (id, organization_id, super_event_id, key, url, types, description, secret, secret_hash,
                           is_slow)
      select coalesce(d.id, uuidv7()), d.organization_id, d.super_event_id, d.key, d.url, d.types, d.description, d.secret,
             d.secret_hash, true
        from jsonb_populate_recordset(null::webhook, ${JSON.stringify(drafts)}::jsonb) d
      returning *
    ), placed as (
      insert into reader (organization_id, position) select distinct organization_id, ${keptPosition(position)} from w
      on conflict (organization_id) do nothing
    )
    select ${columns} from w`.execute(db.getKysely());
  return rows;
}

/**
 * Changes settings. A webhook that becomes active gets facts from now on, and its failures are reset. Like one with another
 * address it is as slow as a new one, until it answers.
 */
export async function updateWebhook(db: Db, id: string, settings: Settings & Pick<Row, 'status'>): Promise<Webhook> {
  const { url, types, super_event_id, description, status } = settings;
  const isAwake = sql`${status} = 'active' and status <> 'active'`;
  const { rows } = await sql<Webhook>`
    update webhook w
       set url = ${url}, types = ${types}::text[], super_event_id = ${super_event_id}, description = ${description},
           status = ${status},
           active_since = case when ${isAwake} then now() else active_since end,
           failing_since = case when ${isAwake} then null else failing_since end,
           is_slow = is_slow or url <> ${url} or (${isAwake})
     where id = ${id}
    returning ${columns}`.execute(db.getKysely());
  return rows[0] as Webhook;
}

/** Hours during which the former secret also signs. */
const hoursOfBoth = 24;

/** Call it while holding their locks. */
export async function replaceSecrets(
  db: Db,
  next: readonly (Pick<Row, 'id'> & KeptSecret)[],
): Promise<readonly Webhook[]> {
  const { rows } = await sql<Webhook>`
    with w as (
      update webhook t
         set former_secret = t.secret, former_until = now() + make_interval(hours => ${hoursOfBoth}),
             secret = n.secret, secret_hash = n.secret_hash
        from jsonb_populate_recordset(null::webhook, ${JSON.stringify(next)}::jsonb) n
       where t.id = n.id returning t.*
    )
    select ${columns} from w`.execute(db.getKysely());
  return rows;
}

export async function deleteWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  const { rows } = await sql<Webhook>`
    with w as (delete from webhook where id = ${id} returning *) select ${columns} from w`.execute(db.getKysely());
  return rows[0];
}

/** Locks the webhooks of this organization for this transaction. */
export async function lockAll(db: Db, organization_id: string): Promise<void> {
  await lockPlaces(db, organization_id);
  await sql`
    select from webhook where organization_id = ${organization_id} order by id for no key update`.execute(
    db.getKysely(),
  );
}

/** The public key for encrypting secrets; undefined if the service has never run. */
export async function publicKey(db: Db): Promise<Buffer | undefined> {
  const { rows } = await sql<RowOf<typeof webhooksKey>>`select public_key from published.webhooks_key`.execute(
    db.getKysely(),
  );
  return rows[0]?.public_key;
}

/** Publishes the key for encrypting secrets. */
export async function publishKey(db: Db, publicKey: Buffer): Promise<void> {
  await sql`
    insert into sealing_key (public_key) values (${publicKey})
    on conflict (public_key) do update set since = now()`.execute(db.getKysely());
}
