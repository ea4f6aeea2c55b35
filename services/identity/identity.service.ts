/** Identity: people, their sessions, and the keys that act for them. */
import { timingSafeEqual } from 'node:crypto';
import { implement, type MakeService } from '../../shared/broker/implement.ts';
import { acceptPerson, countLinkTry } from './accept-person.ts';
import { me, resetPasswordBy, signUpBy, verify } from './accounts.ts';
import { anyLetters, someLetters, type MayWrite } from './letter-limits.ts';
import { resetPage, verifyPage } from './pages.ts';
import { findKey, noteUse } from './queries.ts';
import { refresh, resolveSession, signIn, signOut, startSession } from './sessions.ts';
import { updatePassword } from './update-password.ts';

/** Compared with where the id is unknown, so that an unknown id and a wrong secret take the same time. */
const nobody = Buffer.alloc(32);

const identityWith = (mayWrite: MayWrite): MakeService =>
  implement('identity', {
    leftovers: [
      { table: 'session', since: 'expires_at', days: 1 },
      { table: 'session_token', since: 'refresh_expires_at', days: 1 },
      { table: 'login_link', since: 'expires_at', days: 1 },
      { table: 'attempt', since: 'resets_at', days: 1 },
    ],
    actions: {
      async resolveKey({ db, params }) {
        const key = await findKey(db, params.public_id);
        const isTheirs = timingSafeEqual(key?.secret_hash ?? nobody, Buffer.from(params.secret_hash, 'hex'));
        if (!key || !isTheirs || !key.is_valid) return { viewer: null };
        if (key.is_use_worth_noting) await noteUse(db, params.public_id);
        const { user_id, organization_id } = key;
        return { viewer: { user_id, organization_id, key_id: params.public_id } };
      },

      acceptPerson,
      countLinkTry,

      signUp: signUpBy(mayWrite),
      verify,
      resetPassword: resetPasswordBy(mayWrite),
      updatePassword,
      me,

      signIn,
      refresh,
      signOut,
      resolveSession,
      startSession,

      verifyPage,
      resetPage,
    },
  });

const makeService: MakeService = (surroundings) =>
  identityWith(surroundings.config.rateLimit ? someLetters : anyLetters)(surroundings);
export default makeService;
