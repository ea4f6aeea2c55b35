/** API keys that people make, see and end themselves. Owners and admins see and end everybody's. */
import { administers } from '../../shared/contract/vocabulary.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import type { ResourceAccess } from '../../shared/kit/access.ts';
import { mintKey } from '../../shared/base/api-key.ts';
import { findOwner, hasRoom, holdKey, insertKey, keysOf, revokeKeys, takeTurn, type OwnKey } from './queries/keys.ts';

const seenBy = (resource: ResourceAccess, user_id: string) => ({
  organization_id: resource.id,
  user_id: administers(resource.member_role) ? null : user_id,
});

export const listKeys: Action<'identity.listKeys'> = async (ctx) => {
  const { rows, count } = await readList(ctx, keysOf(seenBy(ctx.resource, ctx.viewer.user_id)));
  return { api_keys: rows.map(shapeOf), count };
};

/** A key that was made with another one lasts no longer than that. */
export const createKey: Action<'identity.createKey'> = async (ctx) => {
  const { label, expires_at } = ctx.params;
  const { user_id, key_id } = ctx.viewer;
  const organization_id = ctx.resource.id;
  if (expires_at !== undefined && new Date(expires_at) <= new Date()) {
    const message = 'expires_at must lie in the future';
    return ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'expires_at', code: 'past', message }] });
  }
  await takeTurn(ctx.db, user_id);
  const parent = key_id === null ? undefined : ((await holdKey(ctx.db, key_id)) ?? ctx.fail('UNAUTHENTICATED'));
  if (!(await hasRoom(ctx.db, organization_id, user_id))) return ctx.fail('TOO_MANY_KEYS');
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
