/** A session of a person, which is renewed as long as it is used. */
import { CommandFailure, exitCodes } from '../output.ts';
import { ask, type Api } from './api.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Seconds. */
  readonly expires_in: number;
}
interface Session {
  readonly api: Api;
  readonly end: () => Promise<void>;
}

const variable = 'MUSTER_PASSWORD';

/**
 * Signs in with the password in `MUSTER_PASSWORD`. The session is for one request at a time: each may renew it.
 * @param now Milliseconds.
 */
export async function signIn(url: string, email: string, now: () => number = Date.now): Promise<Session> {
  const password = process.env[variable];
  if (!password) {
    const next = `Set it to the password of ${email}.`;
    throw new CommandFailure(`${variable} is not set.`, next, exitCodes.wrongUsage);
  }
  const anybody: Api = { url, headers: () => Promise.resolve({}) };
  const open = async (path: string, body: object) => {
    const tokens = await ask<Tokens>(anybody, path, { method: 'POST', body });
    return { ...tokens, renewedAtMs: now() + (tokens.expires_in * 1_000) / 2 };
  };
  let session = await open('/auth/signin', { email, password });
  const headers = async () => {
    if (now() >= session.renewedAtMs) session = await open('/auth/refresh', { refresh_token: session.refresh_token });
    return { Authorization: `Bearer ${session.access_token}` };
  };
  const api = { url, headers };
  return { api, end: async () => void (await ask(api, '/auth/signout', { method: 'POST', body: {} })) };
}
