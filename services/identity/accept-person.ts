import type { Action } from '../../shared/broker/implement.ts';
import { hashPasswordSoon } from './passwords.ts';
import { confirmPerson } from './queries.ts';
import { forgetLinks } from './queries/accounts.ts';
import { endSessionsOf } from './queries/sessions.ts';

/**
 * What a confirmed person has said of themselves stays. An account that nobody had confirmed may have been opened by
 * somebody else: its password, sessions and links are discarded, and the invitation's name comes before its own.
 */
export const acceptPerson: Action<'identity.acceptPerson'> = async (ctx) => {
  const { password, ...person } = ctx.params;
  const password_hash = password === undefined ? null : await hashPasswordSoon(password);
  const { user_id, before, after } = await confirmPerson(ctx.db, { ...person, password_hash });
  if (!before?.['email_confirmed_at']) {
    await forgetLinks(ctx.db, person.email);
    await endSessionsOf(ctx.db, user_id);
  }
  const changed = Object.keys(after).filter((field) => after[field] !== before?.[field]);
  if (changed.length > 0) ctx.changed({ user_id }, pick(before ?? {}, changed), pick(after, changed));
  return { user_id };
};

const pick = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));
