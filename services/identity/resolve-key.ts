import { timingSafeEqual } from 'node:crypto';
import type { Action } from '../../shared/kit/implement.ts';
import { findKey, noteUse } from './queries/presented-keys.ts';

/** Compared with where the id is unknown, so that an unknown id and a wrong secret take the same time. */
const nobody = Buffer.alloc(32);

/** Whose key it is, and of a device's all that has to be known to judge what it asks. */
export const resolveKey: Action<'identity.resolveKey'> = async ({ db, params }) => {
  const { public_id, secret_hash } = params;
  const key = await findKey(db, public_id);
  const isTheirs = timingSafeEqual(key?.secret_hash ?? nobody, Buffer.from(secret_hash, 'hex'));
  if (!key || !isTheirs || !key.is_valid) return { viewer: null, valid_for: null };
  const { user_id, organization_id, valid_for, device } = key;
  if (key.is_use_worth_noting) await noteUse(db, public_id, device !== null);
  return { viewer: { user_id, organization_id, key_id: public_id, ...(device && { device }) }, valid_for };
};
