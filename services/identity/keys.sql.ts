/** SQL of the API keys that people make for themselves. */
import { LockMode, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ParsedKey } from '../../shared/base/api-key.ts';
import type { DeviceScope } from '../../shared/base/viewer.ts';
import { keysAtMost } from '../../shared/contract/keys.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import { apiKey, device } from './entities.ts';

type Row = RowOf<typeof apiKey>;
export interface OwnKey extends Pick<Row, 'label' | 'user_id' | 'created_at' | 'last_used_at' | 'expires_at'> {
  id: Row['public_id'];
  user_name: RowOf<typeof people>['name'];
}

interface KeyOwner {
  readonly organization_id: string;
  /** Null: keys of all people. */
  readonly user_id: string | null;
}
const isTheirs = ({ organization_id, user_id }: KeyOwner) => sql`
  k.organization_id = ${organization_id} and k.revoked_at is null
  and (${user_id}::uuid is null or k.user_id = ${user_id})`;

const shown = sql`
  k.public_id as id, k.label, k.user_id, p.name as user_name, k.created_at, k.last_used_at, k.expires_at`;

/** The keys that were not revoked. */
export const keysOf = (whose: KeyOwner): Listing<OwnKey> => ({
  rows: sql`
    select ${shown} from api_key k join published.people p on p.id = k.user_id where ${isTheirs(whose)}`,
  by: [
    { column: 'created_at', kind: 'moment' },
    { column: 'user_id', kind: 'id' },
    { column: 'id', kind: 'text' },
  ],
});

/** Makes concurrent creations for one person take turns, so that the limit counts all keys. */
export async function lockKeyLimit(db: Db, user_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`keys of ${user_id}`}, 0))`.execute(db.getKysely());
}

/** Locks the key of the request, so that it is not revoked during this transaction; null if it was revoked. */
export const lockKey = (db: Db, public_id: string): Promise<Pick<Row, 'expires_at'> | null> =>
  db.findOne(apiKey, { public_id, revoked_at: null }, { lockMode: LockMode.PESSIMISTIC_READ });

export async function isBelowKeyLimit(db: Db, organization_id: string, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from api_key k where ${isTheirs({ organization_id, user_id })}`.execute(db.getKysely());
  return (rows[0]?.n ?? 0) < keysAtMost;
}

interface NewKey
  extends Omit<ParsedKey, 'text'>, Readonly<Pick<Row, 'organization_id' | 'user_id' | 'label' | 'made_with'>> {
  readonly expires_at: string | null;
}

/** Undefined if another key of the organization has the label. */
export async function insertKey(db: Db, key: NewKey): Promise<OwnKey | undefined> {
  const { rows } = await sql<OwnKey>`
    with k as (
      insert into api_key (public_id, secret_hash, organization_id, user_id, created_by, label, expires_at, made_with)
      values (${key.public_id}, decode(${key.secret_hash}, 'hex'), ${key.organization_id}, ${key.user_id}, ${key.user_id},
              ${key.label}, ${key.expires_at}, ${key.made_with})
      on conflict (organization_id, label) where revoked_at is null do nothing
      returning *)
    select ${shown} from k join published.people p on p.id = k.user_id`.execute(db.getKysely());
  return rows[0];
}

export const findOwner = async (db: Db, organization_id: string, public_id: string) =>
  (await db.findOne(apiKey, { public_id, organization_id, revoked_at: null }))?.user_id;

type Revoked = Pick<Row, 'public_id' | 'label' | 'user_id'> & { readonly revoked_at: Date | string };

/** Revokes a key and all keys made with it. Empty if it was revoked before. */
export async function revokeKeys(db: Db, public_id: string): Promise<Revoked[]> {
  const { rows } = await sql<Revoked>`
    with recursive ended as (
      select k.public_id from api_key k where k.public_id = ${public_id}
      union
      select made.public_id from api_key made join ended on made.made_with = ended.public_id)
    update api_key k set revoked_at = now() from ended
     where k.public_id = ended.public_id and k.revoked_at is null
    returning k.public_id, k.label, k.user_id, k.revoked_at`.execute(db.getKysely());
  return rows;
}

interface Key extends Pick<RowOf<typeof apiKey>, 'secret_hash' | 'user_id' | 'organization_id'> {
  is_valid: boolean;
  /** Milliseconds until the key expires; null if it never does. */
  valid_for: number | null;
  is_use_worth_noting: boolean;
  device: DeviceScope | null;
}

const validFor = sql`extract(epoch from expires_at - now())::float8 * 1000 as valid_for`;
const isWorthNoting = (seen: string) => sql`
  ${sql.ref(seen)} is null or ${sql.ref(seen)} < now() - interval '1 minute' as is_use_worth_noting`;

/** Finds the key of a person or a device, with its owner and the scope of a device. */
export async function findKey(db: Db, public_id: string): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    select secret_hash, user_id, organization_id,
           revoked_at is null and (expires_at is null or expires_at > now()) as is_valid, ${validFor},
           ${isWorthNoting('last_used_at')}, null::json as device
      from api_key where public_id = ${public_id}
    union all
    select secret_hash, id, organization_id,
           removed_at is null and (expires_at is null or expires_at > now()), ${validFor}, ${isWorthNoting('last_seen_at')},
           json_build_object('id', id, 'kind', kind, 'super_event_id', super_event_id, 'point_ids', point_ids,
                             'may_search', may_search, 'sees_answers', sees_answers, 'prints', prints)
      from device where key_id = ${public_id}`.execute(db.getKysely());
  return rows[0];
}

export async function saveLastUse(db: Db, public_id: string, isDevice: boolean): Promise<void> {
  await (isDevice
    ? db.nativeUpdate(device, { key_id: public_id }, { last_seen_at: raw('now()') })
    : db.nativeUpdate(apiKey, public_id, { last_used_at: raw('now()') }));
}
