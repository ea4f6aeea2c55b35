/** Sets up and removes an app that makes codes. */
import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { encrypt } from '../../shared/base/sealing.ts';
import { hashToken, newTypedCode } from '../../shared/base/session-token.ts';
import { recordChanges } from '../../shared/database/audit.ts';
import type { Db } from '../../shared/database/database.ts';
import { findAccount } from './accounts.sql.ts';
import {
  completeSignInWith,
  countCode,
  refuseWeak,
  takeCode,
  takeStep,
  tellChange,
  type SealingKey,
} from './second-factor.ts';
import {
  countRecoveryCodes,
  deleteApp,
  hasApp,
  holdApp,
  leaveApp,
  saveRecoveryCodes,
  strengthen,
  weaken,
} from './second-factor.sql.ts';
import { addressForApp, base32 } from './totp.rules.ts';

/** As RFC 4226 recommends; 32 characters of base32. */
const secretBytes = 20;
const recoveryCodes = 10;

const readTotp: Action<'identity.readTotp'> = async ({ db, viewer: { user_id } }) => ({
  is_active: await hasApp(db, user_id),
  recovery_codes: await countRecoveryCodes(db, user_id),
});

const beginTotpWith =
  (key: SealingKey, issuer: string): Action<'identity.beginTotp'> =>
  async (ctx) => {
    const { user_id } = ctx.viewer;
    await refuseWeak(ctx);
    const secret = randomBytes(secretBytes);
    const sealed = encrypt(key(), secret.toString('base64'));
    if (!(await leaveApp(ctx.db, { user_id, sealed }))) return ctx.fail('TOTP_ACTIVE');
    const { email = '' } = (await findAccount(ctx.db, user_id)) ?? {};
    return { url: addressForApp(secret, issuer, email), secret: base32(secret) };
  };

const confirmTotpWith =
  (key: SealingKey): Action<'identity.confirmTotp'> =>
  async (ctx) => {
    const { user_id, session_id } = ctx.viewer;
    await refuseWeak(ctx);
    const app = (await holdApp(ctx.db, user_id)) ?? ctx.fail('NOT_FOUND');
    if (app.confirmed_at) return ctx.fail('TOTP_ACTIVE');
    if (!(await takeStep(ctx.db, key(), { user_id, code: ctx.params.code, ...app })))
      return ctx.fail('SECOND_FACTOR_INVALID');
    const codes = Array.from({ length: recoveryCodes }, newTypedCode);
    await saveRecoveryCodes(ctx.db, user_id, codes.map(hashToken));
    await strengthen(ctx, session_id);
    await tellChange(ctx.db, user_id, { change: 'app_added', passkey: null });
    ctx.changed(null, { user_id }, { totp: false }, { totp: true });
    return { recovery_codes: codes.map((code) => (code.match(/.{4}/g) ?? []).join('-')) };
  };

const removeTotpWith =
  (key: SealingKey): Action<'identity.removeTotp'> =>
  async (ctx) => {
    const { user_id } = ctx.viewer;
    await refuseWeak(ctx);
    const { code } = ctx.params;
    const action = 'identity.removeTotp';
    const run = async (tx: Db) => {
      if (!(await hasApp(tx, user_id))) return ctx.fail('NOT_FOUND');
      if (!(await takeCode(tx, key(), { user_id, code }))) return null;
      await deleteApp(tx, user_id);
      await weaken(tx, ctx, user_id);
      await tellChange(tx, user_id, { change: 'app_removed', passkey: null });
      await noteRemoval(ctx, tx, action);
      return { deleted: true as const };
    };
    let replayed = false;
    const take = async () => {
      const done = await writeOnce(ctx, { action, scope: user_id, input: {}, run });
      ({ replayed } = done);
      return done.answer !== null;
    };
    if (!(await countCode(ctx, user_id, take))) return ctx.fail('SECOND_FACTOR_INVALID');
    if (replayed) ctx.markReplayed();
    return { deleted: true };
  };

const noteRemoval = (
  { viewer: { user_id, session_id }, requestId }: Pick<Ctx, 'viewer' | 'requestId'>,
  tx: Db,
  action: string,
) =>
  recordChanges(tx, { organization_id: null, user_id, key_id: null, session_id, action, request_id: requestId }, [
    { fact: null, ids: { user_id }, before: { totp: true }, after: { totp: false } },
  ]);

/** The handlers, with the key of secrets and the name that apps show. */
export const totpActions = (key: SealingKey, issuer: string) => ({
  readTotp,
  beginTotp: beginTotpWith(key, issuer),
  confirmTotp: confirmTotpWith(key),
  removeTotp: removeTotpWith(key),
  completeSignIn: completeSignInWith(key),
});
