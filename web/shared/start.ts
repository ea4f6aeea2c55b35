/** Finds the person in front of the page; without a network it is the last one who signed in. */
import { signal } from '@preact/signals';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { lastUserId, leadToSignIn, resume, user } from './session.ts';

/** The person of the page; undefined until that is known. */
export const personId = signal<string | undefined>(undefined);

/** Leads to the page to sign in on where nobody is known. */
export async function start(): Promise<void> {
  const last = lastUserId();
  if (last) personId.value = last;
  try {
    if (!(await resume())) return leadToSignIn();
    personId.value = user.value?.id;
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    // Without anybody who was here before, there is nothing to show.
    if (!last) leadToSignIn();
  }
}
