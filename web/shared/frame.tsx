import { signal } from '@preact/signals';
import type { ComponentChild, ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { pathOf } from './address.ts';
import { Button } from './button.tsx';
import { Online } from './loaded.tsx';
import { Notice } from './notice.tsx';
import { online } from './online.ts';
import { inWords } from './refused.ts';
import { signOut, user } from './session.ts';

interface Props {
  /** Names the view in the title of the tab; without it the title stays as it was served. */
  readonly title?: string;
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

/** The heading that the page has shown last. */
let shown: string | undefined;

/** The heading of a page. Where it becomes another one, it takes the focus, so that it is read out. */
export function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (shown !== undefined && shown !== children) heading.current?.focus();
    shown = children;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The bar at the top, and below it the page. A stranger has no connection to keep an eye on until it is lost. */
export function Frame({ title, bar, width, children }: Props) {
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (title) document.title = `${title} – Muster`;
  }, [title]);
  const skip = (event: Event) => {
    // The fragment of the address belongs to the page.
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="button skip" href="#page" onClick={skip}>
        Skip to content
      </a>
      <header class="bar">
        <a class="brand" href={pathOf('/')}>
          Muster
        </a>
        {bar}
        {(user.value || !online.value) && <Online />}
        {user.value && (
          <Button kind="bare" onClick={leave} title={`Signed in as ${user.value.name}`}>
            Sign out
          </Button>
        )}
      </header>
      <main ref={main} tabIndex={-1} class={['page', width].filter(Boolean).join(' ')}>
        {failure.value && <Notice kind="bad">You are still signed in. {inWords(failure.value)}</Notice>}
        {children}
      </main>
    </>
  );
}
