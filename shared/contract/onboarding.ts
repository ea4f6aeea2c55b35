/** Onboarding: other systems bring people into a hackathon by email address. */
import { queued, carriesSecret, sessionCookie } from './concerns.ts';
import { internal, may, post } from './endpoint.ts';
import { invitation } from './events/roles.ts';
import { t } from './schema.ts';
import { anySession, cookie } from './sessions.ts';
import { locale } from './vocabulary.ts';

const partOfName = () => t.optional(t.name({ max: 100 }));
const token = () => t.string({ min: 1, max: 200 });

export const onboarding = {
  onboard: post('/super-events/:slug/participants', {
    summary: 'Enroll somebody by their email address, or invite them where they have no account yet',
    access: may('organize', 'super_event', 'slug'),
    params: {
      slug: t.reference(),
      email: t.email(),
      firstName: partOfName(),
      lastName: partOfName(),
      linkedinUrl: t.optional(t.url()),
      githubUrl: t.optional(t.url()),
    },
    responses: {
      200: t.anyOf(
        t.object({ status: t.literal('already_invited'), email: t.string() }),
        t.object({ status: t.literal('already_enrolled'), userId: t.uuid() }),
      ),
      201: t.anyOf(
        t.object({ status: t.literal('enrolled'), userId: t.uuid() }),
        t.object({ status: t.literal('invited'), email: t.string() }),
      ),
    },
    status: ({ status }) => (status === 'enrolled' || status === 'invited' ? 201 : 200),
    errors: ['EVENT_NOT_FOUND', 'EVENT_NOT_PAID', 'NO_TRACKS', 'REGISTRATION_CLOSED', 'MAX_PARTICIPANTS_REACHED'],
    absent: 'EVENT_NOT_FOUND',
    invalid: { email: 'INVALID_EMAIL' },
  }),

  readInvite: post('/invites/read', {
    summary: 'Read what an invitation is to, by whom and when, with the token of its link; changes nothing',
    access: 'public',
    params: { token: token() },
    example: { token: '2nD7pXc4kLw8vT5R' },
    responses: {
      200: t.object({
        invitation,
        /** Of the invited address, with a password, which accepting needs. */
        has_account: t.boolean(),
      }),
    },
    errors: ['INVITE_NOT_FOUND'],
    unit: 'own',
    addition: true,
  }),

  accept: post('/invites/accept', {
    summary: 'Accept an invitation with the token of its link',
    note: 'SECOND_FACTOR_REQUIRED says that it is accepted, and that signing in takes the second factor of the account as well.',
    access: 'public',
    params: {
      token: token(),
      /** Used when the person has no name yet; takes precedence over the name in the invitation. */
      name: t.optional(t.name({ min: 1, max: 200 })),
      /** The password of the person's account; becomes its password when it has none. */
      password: t.optional(t.string({ min: 10, max: 200 })),
      /** The language of the account where this begins it. */
      locale: t.optional(locale()),
      cookie: cookie(),
    },
    example: { token: '2nD7pXc4kLw8vT5R', name: 'Ada Lovelace', password: 'violet tractors under glass' },
    responses: { 200: t.object({ status: t.literal('accepted'), user_id: t.uuid(), session: anySession }) },
    errors: [
      'SECOND_FACTOR_REQUIRED',
      'INVITE_NOT_FOUND',
      'PASSWORD_REQUIRED',
      'INVALID_CREDENTIALS',
      'EVENT_NOT_FOUND',
      'EVENT_NOT_PAID',
      'MAX_PARTICIPANTS_REACHED',
    ],
    unit: 'own',
    with: [carriesSecret(), sessionCookie('opens'), queued()],
    addition: true,
  }),

  acceptAsMyself: post('/me/invites/accept', {
    summary:
      'Accept an invitation to your own address with the token of its link; without a password, for you are signed in',
    access: 'session',
    params: { token: token() },
    example: { token: '2nD7pXc4kLw8vT5R' },
    responses: { 200: t.object({ status: t.literal('accepted'), user_id: t.uuid() }) },
    errors: ['INVITE_NOT_FOUND', 'PERMISSION_DENIED', 'EVENT_NOT_FOUND', 'EVENT_NOT_PAID', 'MAX_PARTICIPANTS_REACHED'],
    unit: 'own',
    addition: true,
  }),

  spendInvite: internal({
    summary: 'Mark an invite as accepted; false where another request has done that before',
    params: { id: t.uuid(), user_id: t.uuid(), request: t.string() },
    answer: t.object({ spent: t.boolean() }),
    unit: 'write',
  }),
};
