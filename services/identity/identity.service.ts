/** Identity: people, their sessions, and the keys that act for them. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import { acceptPerson, countLinkTry } from './accept-person.ts';
import { me, resetPasswordBy, signUpBy, verify } from './accounts.ts';
import { addDeviceAt, listDevices, pairDevice, removeDevice, reportDevice } from './devices.ts';
import { hashing } from './passwords.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { anyLetters, someLetters, type MayWrite } from './letter-limits.ts';
import { resolveKey } from './resolve-key.ts';
import { refresh, resolveSession, signIn, signOut, startSession } from './sessions.ts';
import { updatePassword } from './update-password.ts';
import { tables } from './entities.ts';

const identityWith = (mayWrite: MayWrite, publicUrl: string): MakeService =>
  implement('identity', {
    entities: tables,
    leftovers: [
      { table: 'session', since: 'expires_at', days: 1 },
      { table: 'session_token', since: 'refresh_expires_at', days: 1 },
      { table: 'login_link', since: 'expires_at', days: 1 },
      { table: 'attempt', since: 'resets_at', days: 1 },
      { table: 'device', since: 'removed_at', days: 30 },
    ],
    actions: {
      resolveKey,
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

      listKeys,
      createKey,
      revokeKey,

      addDevice: addDeviceAt(publicUrl),
      listDevices,
      removeDevice,
      pairDevice,
      reportDevice,
    },
  });

const makeService: MakeService = (broker) => {
  const { config, metrics } = contextOf(broker);
  metrics.watchQueue('password_hashing', () => hashing);
  return identityWith(config.rateLimit ? someLetters : anyLetters, config.publicUrl)(broker);
};
export default makeService;
