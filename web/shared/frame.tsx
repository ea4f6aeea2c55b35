import { signal } from '@preact/signals';
import type { ComponentChild, ComponentChildren } from 'preact';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { pathOf } from './address.ts';
import { Button } from './button.tsx';
import { Online } from './loaded.tsx';
import { Notice } from './notice.tsx';
import { inWords } from './refused.ts';
import { signOut, user } from './session.ts';

interface Props {
  /** What stands in the bar beside the name of the person. */
  readonly bar?: ComponentChild;
  readonly width?: 'narrow' | 'wide';
  readonly children: ComponentChildren;
}

/** Why somebody who wanted to leave is still signed in. */
const failure = signal<MusterError | undefined>(undefined);

async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    failure.value = error;
    return;
  }
  location.assign(pathOf('/signin'));
}

/** The bar at the top, and below it the page. */
export const Frame = ({ bar, width, children }: Props) => (
  <>
    <header class="bar">
      <a class="brand" href={pathOf('/')}>
        Muster
      </a>
      {bar}
      <Online />
      {user.value && (
        <Button kind="bare" onClick={leave} title={`Signed in as ${user.value.name}`}>
          Sign out
        </Button>
      )}
    </header>
    <main class={['page', width].filter(Boolean).join(' ')}>
      {failure.value && <Notice kind="bad">You are still signed in. {inWords(failure.value)}</Notice>}
      {children}
    </main>
  </>
);
