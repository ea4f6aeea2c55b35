/** Changes of people to their own account. Each endpoint takes a session: a key must not take over an account. */
import { queued, wholeList } from './concerns.ts';
import { del, get, patch, post } from './endpoint.ts';
import { personFields } from './fields.ts';
import { t } from './schema.ts';
import { knownPassword, token, user } from './sessions.ts';
import { locale, pageOfWhole } from './vocabulary.ts';

/** Days in which the former address can undo a change. */
export const stopDays = 7;

const ownSession = t.named(
  'OwnSession',
  t.object({
    id: t.uuid(),
    /** Such as `Firefox on Linux`; null if the client did not say. */
    device: t.nullable(t.string()),
    created_at: t.timestamp(),
    /** When it was opened or refreshed last, which clients in use do every ten minutes. */
    last_seen_at: t.timestamp(),
    /** Whether the request belongs to it. */
    is_current: t.boolean(),
  }),
);

export const account = {
  updateMe: patch('/me', {
    summary: "Change one's own name, links or language",
    access: 'session',
    params: {
      name: t.optional(personFields.name),
      avatar_url: t.optional(t.nullable(personFields.avatar_url)),
      linkedin_url: t.optional(t.nullable(personFields.linkedin_url)),
      github_url: t.optional(t.nullable(personFields.github_url)),
      locale: t.optional(t.nullable(locale())),
    },
    responses: { 200: t.object({ user }) },
    addition: true,
  }),

  changeEmail: post('/me/email', {
    summary: "Change one's own address; it changes when the email to the new one is answered",
    note: `The former address gets an email with a link that undoes the change within ${stopDays} days. The answer does not tell whether another account has the address; the email to it does.`,
    access: 'session',
    params: { email: t.email(), password: knownPassword() },
    responses: { 200: t.object({ status: t.literal('sent'), email: t.string() }) },
    errors: ['VALIDATION_FAILED', 'INVALID_CREDENTIALS'],
    unit: 'own',
    with: [queued()],
    addition: true,
  }),

  confirmEmail: post('/me/email/confirm', {
    summary: 'Confirm a new address by the token of the link in the email, or by the address and the code',
    access: 'public',
    params: {
      token: t.optional(token()),
      email: t.optional(t.email()),
      code: t.optional(t.string({ pattern: /^[0-9]{6}$/ })),
    },
    example: { email: 'ada@example.org', code: '204816' },
    responses: { 200: t.object({ status: t.literal('changed'), email: t.string() }) },
    errors: ['VALIDATION_FAILED', 'INVALID_LINK', 'INVALID_CODE', 'EMAIL_TAKEN'],
    unit: 'own',
    with: [queued()],
    addition: true,
  }),

  stopEmail: post('/me/email/stop', {
    summary: 'Undo a change of address by the token of the link that the former address got',
    note: 'Whoever asked for the change knew the password, so it ends as well, with every session; the former address gets a link to choose another one.',
    access: 'public',
    params: { token: token() },
    responses: { 200: t.object({ status: t.literal('stopped'), email: t.string() }) },
    errors: ['INVALID_LINK', 'EMAIL_TAKEN'],
    unit: 'own',
    addition: true,
  }),

  listSessions: get('/me/sessions', {
    summary: "List one's own sessions, oldest first",
    access: 'session',
    params: { ...pageOfWhole },
    with: [wholeList('sessions')],
    responses: { 200: t.object({ sessions: t.array(ownSession), count: t.integer() }) },
    addition: true,
  }),

  endSession: del('/me/sessions/:id', {
    summary: "End one of one's own sessions, on all its devices' pages at once",
    access: 'session',
    params: { id: t.id() },
    responses: { 200: t.object({ ended: t.literal(true) }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),
};
