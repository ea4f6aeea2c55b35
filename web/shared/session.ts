/**
 * The session of a page. The access token is only in memory. The refresh token is a cookie that no script reads and
 * that works once, so tabs take turns.
 */
import { computed, signal } from '@preact/signals';
import { pathOf } from './address.ts';
import type { Answer } from '../../clients/typescript/src/index.ts';
import { clientFor, stranger } from './client.ts';
import { language } from './intl.ts';
import { remember, speak } from './language.ts';
import { later } from './later.ts';
import { statusOf } from './refused.ts';
import { aheadBy } from './server-clock.ts';

type Session = Answer<'identity', 'signIn'>;
export type User = Session['user'];

/** Tells that there may be a session. Without it nobody asks, so that a stranger's first visit is no error. */
const hint = 'muster.session';
/** The cookie that says so for a minute, where somebody has just signed in by others. */
const arrived = 'muster_signed_in=1';
/** Milliseconds before its end at which a token is renewed. */
const early = 30_000;

/** The person of this page, as far as this tab knows. */
let whose = localStorage.getItem(hint);
/** This page is being left, after a sign-out or to sign in: what is refused from then on leads nowhere. */
let isLeaving = false;
// In another tab somebody else signed in, or this person out.
addEventListener('storage', (event) => {
  const { key, newValue } = event as StorageEvent;
  if (key === hint && newValue !== whose) location.reload();
});
// The browser brings a page back whole, as it was left: somebody may have signed out or in since.
addEventListener('pageshow', (event) => {
  const { persisted } = event as PageTransitionEvent;
  if (persisted && (isLeaving || localStorage.getItem(hint) !== whose)) location.reload();
});

const current = signal<{ readonly token: string; readonly until: number; readonly user: User }>();
/** The person who is signed in; undefined for nobody, or before `resume`. */
export const user = computed(() => current.value?.user);

function take({ access_token, expires_in, user }: Session): void {
  current.value = { token: access_token, until: Date.now() + expires_in * 1000 - early, user };
  whose = user.id;
  if (document.cookie.includes(arrived)) document.cookie = `${arrived}; Max-Age=0; Path=${pathOf('/')}`;
  localStorage.setItem(hint, whose);
}

/** Takes up a session that was just opened. */
export function keep(session: Session): void {
  take(session);
  remember(session.user.locale);
}

function forget(): void {
  current.value = undefined;
  whose = null;
  localStorage.removeItem(hint);
}

let renewing: Promise<boolean> | undefined;

/** Asks for a new token, once for all who want one. True if there is one; rejects where nobody answers. */
function renew(): Promise<boolean> {
  renewing ??= inTurn(ask).finally(() => (renewing = undefined));
  return renewing;
}

async function ask(): Promise<boolean> {
  if (!localStorage.getItem(hint) && !document.cookie.includes(arrived)) return false;
  try {
    const session = await stranger.identity.refresh({ cookie: true });
    take(session);
    speak(session.user.locale);
    return true;
  } catch (error) {
    if (statusOf(error) !== 401) throw error;
    forget();
    return false;
  }
}

/** One tab at a time, where the browser can tell them. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('muster-session', work) : work();

/** Milliseconds by which the server's clock is ahead of this one, as the last answer told. */
let ahead = 0;
/** The time by the server's clock, in milliseconds, as far as answers have told it. */
export const serverNow = (): number => Date.now() + ahead;

/** Asks the service as the person who is signed in. */
export const api = clientFor({
  heard: ({ headers }, asked) => (ahead = aheadBy(headers.get('Date'), [asked, Date.now()]) ?? ahead),
  async token(refused) {
    if (!current.value || current.value.until < Date.now() || current.value.token === refused) await renew();
    return current.value?.token;
  },
});

/** Takes up the session that the browser has, if any. True if somebody is signed in; rejects where nobody answers. */
export const resume = (): Promise<boolean> => (current.value ? Promise.resolve(true) : renew());

/** The id of who was signed in here last and has not signed out, known without a network. */
export const lastUserId = (): string | null => localStorage.getItem(hint);

export async function signIn(email: string, password: string): Promise<void> {
  keep(await stranger.identity.signIn({ email, password, cookie: true }));
}

/** Takes up the session of a person who has just confirmed their address. */
export async function verify(token: string, password: string): Promise<void> {
  keep((await stranger.identity.verify({ token, password, cookie: true })).session);
}

/** The same with the code of the email. */
export async function verifyCode(email: string, code: string): Promise<void> {
  keep((await stranger.identity.verify({ email, code, cookie: true })).session);
}

/** Takes up the session of a person who accepts an invitation. */
export async function acceptInvite(invite: { token: string; name?: string; password?: string }): Promise<void> {
  keep((await stranger.onboarding.accept({ ...invite, locale: language, cookie: true })).session);
}

/** Shows what has changed of the person who is signed in. */
export function changeUser(user: User): void {
  if (current.value) current.value = { ...current.value, user };
}

/** Ends the session on the server and in all tabs, and forgets what pages keep of this person. Rejects where it goes on. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  await end().catch((error: unknown) => {
    isLeaving = false;
    throw error;
  });
}

async function end(): Promise<void> {
  const id = lastUserId();
  // Pages that keep nothing have what forgets it loaded when somebody leaves.
  const loading = id === null ? undefined : later(import('./kept.ts'));
  loading?.catch(() => undefined);
  await api.identity.signOut().catch((error: unknown) => {
    if (statusOf(error) !== 401) throw error;
  });
  const kept = await loading;
  forget();
  if (id) await kept?.putAway(id);
}

/** Leads to the page to sign in on, and back here afterwards. */
export function leadToSignIn(): void {
  if (isLeaving) return;
  isLeaving = true;
  const here = location.pathname.slice(pathOf('/').length) + location.hash;
  location.replace(`${pathOf('/signin')}#${new URLSearchParams({ to: here }).toString()}`);
}
