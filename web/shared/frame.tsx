import type { ComponentChild, ComponentChildren } from 'preact';
import { pathOf } from './address.ts';
import { Button } from './button.tsx';
import { Online } from './loaded.tsx';
import { signOut, user } from './session.ts';

interface Props {
  /** What stands in the bar beside the name of the person. */
  readonly bar?: ComponentChild;
  readonly width?: 'narrow' | 'wide';
  readonly children: ComponentChildren;
}

const leave = async () => {
  await signOut();
  location.assign(pathOf('/signin'));
};

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
    <main class={['page', width].filter(Boolean).join(' ')}>{children}</main>
  </>
);
