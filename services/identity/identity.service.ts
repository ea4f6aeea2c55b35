/** Identity: people, their sessions, and the keys that act for them. */
import type { Service, ServiceSchema } from 'moleculer';
import { deriveKey, ownKeys, readOwnSecret } from '../../shared/base/sealing.ts';
import { stopDays } from '../../shared/contract/account.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import {
  acceptPerson,
  countLinkTry,
  hasPassword,
  me,
  resendVerificationBy,
  resetPasswordBy,
  signUpBy,
  updateMe,
} from './accounts.ts';
import { devicesAt } from './devices.ts';
import { eraseDue } from './due.ts';
import { privacyBy } from './erasure.ts';
import { changeEmailBy, confirmEmail, stopEmail } from './email-change.ts';
import { hashing } from './passwords.ts';
import { createKey, listKeys, resolveKey, revokeKey } from './keys.ts';
import { allowEveryEmail, limitEmails, type EmailLimit } from './attempts.ts';
import { signIn, startSession, type SealingKey } from './second-factor.ts';
import { endSessionById, listSessions, refresh, resolveSession, signOut } from './sessions.ts';
import { passkeyActions, provePasskeyAt, type ProvePasskey, type Site } from './passkeys.ts';
import { providersOf } from './providers.ts';
import { signInByOthers } from './sign-in-by.ts';
import { totpActions } from './totp.ts';
import { updatePassword, verify } from './verify.ts';
import { tables } from './entities.ts';

const expiringRows = [
  { table: 'session', since: 'expires_at', days: 1 },
  { table: 'session_token', since: 'refresh_expires_at', days: 1 },
  { table: 'login_link', since: 'expires_at', days: 1 },
  { table: 'email_change', since: 'created_at', days: stopDays },
  { table: 'sign_in_begun', since: 'expires_at', days: 1 },
  { table: 'sign_in_joining', since: 'expires_at', days: 1 },
  { table: 'second_factor_ticket', since: 'expires_at', days: 1 },
  { table: 'passkey_challenge', since: 'expires_at', days: 1 },
  { table: 'attempt', since: 'resets_at', days: 1 },
  { table: 'device', since: 'removed_at', days: 30 },
];

interface Settings {
  readonly mayWrite: EmailLimit;
  readonly publicUrl: string;
  readonly sealingKey: SealingKey;
  readonly site: Site;
  readonly prove: ProvePasskey;
  readonly byOthers: ReturnType<typeof signInByOthers>;
}
const identityWith = ({ mayWrite, publicUrl, sealingKey, site, prove, byOthers }: Settings): MakeService =>
  implement('identity', {
    entities: tables,
    expiringRows,
    cleanupTasks: [eraseDue],
    actions: {
      resolveKey,
      acceptPerson,
      countLinkTry,
      hasPassword,

      signUp: signUpBy(mayWrite),
      resendVerification: resendVerificationBy(mayWrite),
      verify,
      resetPassword: resetPasswordBy(mayWrite),
      updatePassword,
      me,
      updateMe,
      changeEmail: changeEmailBy(mayWrite),
      confirmEmail,
      stopEmail,
      ...privacyBy(prove),

      signIn,
      refresh,
      signOut,
      resolveSession,
      startSession,
      listSessions,
      endSession: endSessionById,
      ...byOthers,
      ...totpActions(sealingKey, site.host),
      ...passkeyActions(site, prove),

      listKeys,
      createKey,
      revokeKey,

      ...devicesAt(publicUrl),
    },
  });

const makeService: MakeService = (broker) => {
  const { config, metrics } = contextOf(broker);
  metrics.watchQueue('password_hashing', () => hashing);
  const logger = broker.getLogger('sign-in');
  const { origin, hostname: host } = new URL(config.publicUrl);
  const prove = provePasskeyAt({ origin, host });
  const byOthers = signInByOthers({
    prove,
    providers: providersOf(config.signIn),
    publicUrl: config.publicUrl.replace(/\/$/, ''),
    warn: (provider, refusal, err) => logger.warn({ provider, refusal, err }, 'A sign-in by others failed.'),
  });
  const mayWrite = config.rateLimit ? limitEmails : allowEveryEmail;
  let key: Buffer | undefined;
  const sealingKey = () => {
    if (!key) throw new Error('Identity was asked before it had started.');
    return key;
  };
  const settings = { mayWrite, publicUrl: config.publicUrl, sealingKey, site: { origin, host }, prove, byOthers };
  const own = identityWith(settings)(broker);
  return {
    ...own,
    async started(this: Service) {
      const { file, purpose } = ownKeys.identity;
      const secret = await readOwnSecret({ given: config.identity.key, dataDir: config.dataDir, file });
      key = deriveKey(secret, purpose);
      await (own.started as () => Promise<void>).call(this);
    },
  } satisfies ServiceSchema;
};
export default makeService;
