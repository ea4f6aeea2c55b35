/** Ways to sign in beside address and password, for the pages that have them. */
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { pathOf } from './address.ts';
import { stranger } from './client.ts';
import { keep } from './session.ts';

type Shown = { readonly password: string } | { readonly credential: Record<string, unknown> };

/** Joins a sign-in by others to the account with its address, by the password or a passkey of that account, and signs in. */
export async function joinBy(name: string, id: string, shown: Shown): Promise<void> {
  keep(await stranger.identity.joinBy({ name, id, ...shown, cookie: true }));
}

/** Signs in with what a passkey signed. */
export async function signInByPasskey(credential: Record<string, unknown>): Promise<void> {
  keep(await stranger.identity.signInByPasskey({ credential, cookie: true }));
}

/** Completes a sign-in by the second factor. */
export async function completeSignIn(ticket: string, code: string): Promise<void> {
  keep(await stranger.identity.completeSignIn({ ticket, code, cookie: true }));
}

/**
 * Leads to the page that asks for the second factor where that is why signing in was refused, and on to a page afterwards, such as `me`.
 * True if it does.
 */
export function leadToSecondFactor(error: unknown, to: string): boolean {
  if (!isRefusal(error, 'SECOND_FACTOR_REQUIRED')) return false;
  location.assign(`${pathOf('/signin')}#${new URLSearchParams({ ticket: error.extras.ticket, to }).toString()}`);
  return true;
}
