/** SQL of the key that somebody presents: a person's or a device's. */
import { raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { DeviceScope } from '../../../shared/base/viewer.ts';
import { apiKey, device } from '../entities.ts';

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

/** A person's, or a device's: whose it is, and all that has to be known to judge what a device asks. */
export async function findKey(db: Db, public_id: string): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    select secret_hash, user_id, organization_id,
           revoked_at is null and (expires_at is null or expires_at > now()) as is_valid, ${validFor},
           ${isWorthNoting('last_used_at')}, null::json as device
      from api_key where public_id = ${public_id}
    union all
    select secret_hash, id, organization_id,
           removed_at is null and (expires_at is null or expires_at > now()), ${validFor}, ${isWorthNoting('last_seen_at')},
           json_build_object('id', id, 'kind', kind, 'super_event_id', super_event_id, 'point_ids', point_ids)
      from device where key_id = ${public_id}`.execute(db.getKysely());
  return rows[0];
}

export async function noteUse(db: Db, public_id: string, isDevice: boolean): Promise<void> {
  await (isDevice
    ? db.nativeUpdate(device, { key_id: public_id }, { last_seen_at: raw('now()') })
    : db.nativeUpdate(apiKey, public_id, { last_used_at: raw('now()') }));
}
