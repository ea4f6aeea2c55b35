/** People and the keys that act for them. */
import { account } from './account.ts';
import { internal } from './endpoint.ts';
import { keys } from './keys.ts';
import { privacy } from './privacy.ts';
import { deviceKind, deviceOptions, locale } from './vocabulary.ts';
import { devices } from './devices.ts';
import { t } from './schema.ts';
import { passkeys } from './passkeys.ts';
import { secondFactor } from './second-factor.ts';
import { sessions } from './sessions.ts';
import { signInBy } from './sign-in-by.ts';

export const identity = {
  ...sessions,
  ...account,
  ...privacy,
  ...signInBy,
  ...secondFactor,
  ...passkeys,
  ...keys,
  ...devices,

  resolveKey: internal({
    summary: 'Whose API key this is; null for a key that is unknown, revoked or expired',
    params: { public_id: t.string({ max: 20 }), secret_hash: t.string({ pattern: /^[0-9a-f]{64}$/ }) },
    answer: t.object({
      viewer: t.nullable(
        t.object({
          /** Of a device its own id, which is no person's. */
          user_id: t.uuid(),
          organization_id: t.uuid(),
          key_id: t.string(),
          device: t.optional(
            t.object({
              id: t.uuid(),
              kind: deviceKind(),
              super_event_id: t.uuid(),
              /** Null: all of the hackathon. */
              point_ids: t.nullable(t.array(t.uuid())),
              ...deviceOptions,
            }),
          ),
        }),
      ),
      /** Milliseconds until the key expires; null for one that never does. */
      valid_for: t.nullable(t.number()),
    }),
    unit: 'own',
  }),

  countLinkTry: internal({
    summary: 'Count that a password is tried with the link of an invitation, or refuse it',
    params: { token_hash: t.string(), request: t.string() },
    answer: t.object({}),
    unit: 'own',
  }),

  hasPassword: internal({
    summary: 'Whether somebody with this address can sign in with a password',
    params: { email: t.email() },
    answer: t.object({ has_password: t.boolean() }),
  }),

  acceptPerson: internal({
    summary:
      'The person with this address, who has just shown that it is theirs, and their password where they have one; made where there is none',
    params: {
      email: t.email(),
      name: t.optional(t.string({ max: 201 })),
      linkedin_url: t.optional(t.url()),
      github_url: t.optional(t.url()),
      password: t.optional(t.string({ max: 200 })),
      locale: t.optional(locale()),
    },
    answer: t.object({ user_id: t.uuid() }),
    errors: ['PASSWORD_REQUIRED', 'INVALID_CREDENTIALS'],
    unit: 'write',
  }),
};
