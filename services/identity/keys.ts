/** API keys that people create, list and revoke themselves. Owners and admins list and revoke all keys. */
import { timingSafeEqual } from 'node:crypto';
import { mintKey } from '../../shared/base/api-key.ts';
import { instant } from '../../shared/base/instant.ts';
import { administers } from '../../shared/contract/vocabulary.ts';
import type { ResourceAccess } from '../../shared/kit/access.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import {
  findKey,
  findOwner,
  isBelowKeyLimit,
  lockKey,
  insertKey,
  keysOf,
  saveLastUse,
  revokeKeys,
  lockKeyLimit,
  type OwnKey,
} from './keys.sql.ts';

const seenBy = (resource: ResourceAccess, user_id: string) => ({
  organization_id: resource.id,
  user_id: administers(resource.member_role) ? null : user_id,
});

export const listKeys: Action<'identity.listKeys'> = async (ctx) => {
  const { rows, count } = await readList(ctx, keysOf(seenBy(ctx.resource, ctx.viewer.user_id)));
  return { api_keys: rows.map(shapeOf), count };
};

/** A key made with another key expires no later than that. */
export const createKey: Action<'identity.createKey'> = async (ctx) => {
  const { label, expires_at } = ctx.params;
  const { user_id, key_id } = ctx.viewer;
  const { id: organization_id, lacks_factor } = ctx.resource;
  // A key needs no second factor, so one is needed to make it.
  if (lacks_factor) return ctx.fail('SECOND_FACTOR_MISSING');
  if (expires_at !== undefined && new Date(expires_at) <= new Date()) {
    const message = 'expires_at must lie in the future';
    return ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'expires_at', code: 'past', message }] });
  }
  await lockKeyLimit(ctx.db, user_id);
  const parent = key_id === null ? undefined : ((await lockKey(ctx.db, key_id)) ?? ctx.fail('UNAUTHENTICATED'));
  if (!(await isBelowKeyLimit(ctx.db, organization_id, user_id))) return ctx.fail('TOO_MANY_KEYS');
  const { text, ...minted } = mintKey();
  const end = earlier(expires_at, parent?.expires_at);
  const wanted = { ...minted, organization_id, user_id, label, expires_at: end, made_with: key_id };
  const made = (await insertKey(ctx.db, wanted)) ?? ctx.fail('LABEL_TAKEN');
  ctx.changed('key.created', { key_id: made.id, user_id }, {}, { label, expires_at: end });
  return { key: text, api_key: shapeOf(made) };
};

export const revokeKey: Action<'identity.revokeKey'> = async (ctx) => {
  const { id } = ctx.params;
  const owner = (await findOwner(ctx.db, ctx.resource.id, id)) ?? ctx.fail('NOT_FOUND');
  if (owner !== ctx.viewer.user_id && !administers(ctx.resource.member_role)) return ctx.fail('PERMISSION_DENIED');
  const revoked = await revokeKeys(ctx.db, id);
  if (revoked.length === 0) return ctx.fail('NOT_FOUND');
  for (const { public_id, label, user_id, revoked_at } of revoked) {
    ctx.changed(
      'key.revoked',
      { key_id: public_id, user_id },
      { label, revoked_at: null },
      { label, revoked_at: instant(revoked_at) },
    );
    ctx.broadcast('access-ended', { id: public_id });
  }
  return { deleted: true };
};

function earlier(wanted: string | undefined, bound: Date | string | null | undefined): string | null {
  if (!bound) return wanted ?? null;
  const end = instant(bound);
  return wanted !== undefined && wanted < end ? wanted : end;
}

const shapeOf = (key: OwnKey) => ({
  id: key.id,
  label: key.label,
  user_id: key.user_id,
  user_name: key.user_name,
  created_at: instant(key.created_at),
  last_used_at: key.last_used_at && instant(key.last_used_at),
  expires_at: key.expires_at && instant(key.expires_at),
});

/** The hash to compare with for an unknown id, so that an unknown id and a wrong secret take the same time. */
const nobody = Buffer.alloc(32);

/** Returns the owner of a key, and the scope of a device's key. */
export const resolveKey: Action<'identity.resolveKey'> = async ({ db, params }) => {
  const { public_id, secret_hash } = params;
  const key = await findKey(db, public_id);
  const isTheirs = timingSafeEqual(key?.secret_hash ?? nobody, Buffer.from(secret_hash, 'hex'));
  if (!key || !isTheirs || !key.is_valid) return { viewer: null, valid_for: null };
  const { user_id, organization_id, valid_for, device } = key;
  if (key.is_use_worth_noting) await saveLastUse(db, public_id, device !== null);
  return { viewer: { user_id, organization_id, key_id: public_id, ...(device && { device }) }, valid_for };
};
