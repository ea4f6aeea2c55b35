import type { Action } from '../../shared/kit/implement.ts';
import { bucketOf, countTry } from './attempts.ts';
import { hashPasswordSoon, isPassword } from './passwords.ts';
import { confirmPerson } from './queries/confirm-person.ts';
import { forgetLinks } from './queries/accounts.ts';
import { endSessionsOf } from './queries/sessions.ts';

/** Counts an attempt with the password of a link. */
export const countLinkTry: Action<'identity.countLinkTry'> = async ({ db, params }) => {
  const { token_hash, request } = params;
  await countTry(db, { bucket: bucketOf('link', token_hash), request });
  return {};
};

/**
 * Confirms the person behind an invitation. An account that has a password requires it, so the link alone opens no
 * such account. What a confirmed person has said of themselves stays. An unconfirmed account may have been made by
 * somebody else: its password, sessions and links are discarded, and the invitation's name takes precedence over its
 * own.
 */
export const acceptPerson: Action<'identity.acceptPerson'> = async (ctx) => {
  const { password, ...person } = ctx.params;
  const password_hash = password === undefined ? null : await hashPasswordSoon(password);
  const { user_id, former_password, before, after } = await confirmPerson(ctx.db, { ...person, password_hash });
  if (before?.['email_confirmed_at']) {
    if (former_password && password === undefined) return ctx.fail('PASSWORD_REQUIRED');
    if (former_password && !(await isPassword(password ?? '', former_password))) return ctx.fail('INVALID_CREDENTIALS');
  } else {
    await forgetLinks(ctx.db, person.email);
    await endSessionsOf(ctx.db, user_id);
    ctx.broadcast('access-ended', { id: user_id });
  }
  const changed = Object.keys(after).filter((field) => after[field] !== before?.[field]);
  if (changed.length > 0) ctx.changed(null, { user_id }, pick(before ?? {}, changed), pick(after, changed));
  return { user_id };
};

const pick = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));
