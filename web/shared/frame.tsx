import { signal } from '@preact/signals';
import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Locale } from '../../shared/contract/values.ts';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { pathOf } from './address.ts';
import { Button } from './button.tsx';
import { Online } from './loaded.tsx';
import { Notice } from './notice.tsx';
import { online } from './online.ts';
import { inWords } from './refused.ts';
import { LanguageChoice } from './language-choice.tsx';
import { signOut, user } from './session.ts';
import { frame } from './texts/en.ts';

interface Props {
  /** Names the view in the title of the tab; without it the title stays as it was served. */
  readonly title?: string;
  /** Shown in the bar beside the name of the person. */
  readonly bar?: ComponentChild;
  /** More of the bar, folded into a menu together with signing out. */
  readonly menu?: ComponentChild;
  readonly width?: 'narrow' | 'wide';
  /** The languages that this page offers: all unless said. */
  readonly spoken?: readonly Locale[] | undefined;
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

const SignOut = () =>
  user.value && (
    <Button kind="bare" onClick={leave} title={`${frame.signedInAs} ${user.value.name}`}>
      {frame.signOut}
    </Button>
  );

const OwnAccount = () =>
  user.value && (
    <a class="button bare" href={pathOf('/account')}>
      {frame.myAccount}
    </a>
  );

/** The first letters of the first and of the last name. */
function initialsOf(name = '☰'): string {
  const words = name.split(' ').filter(Boolean);
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? '')][0]).join('');
}

/** Folds when something in it was pressed, when the focus leaves it, and by Escape. */
function Menu({ children }: { readonly children: ComponentChild }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const fold = () => menu.current?.removeAttribute('open');
  useEffect(() => {
    const press = ({ target }: Event) => !menu.current?.contains(target as Node) && fold();
    addEventListener('pointerdown', press);
    return () => removeEventListener('pointerdown', press);
  }, []);
  return (
    <details
      ref={menu}
      class="menu"
      onClick={({ target }) => target instanceof Element && target.closest('button, .card a') && fold()}
      onFocusOut={({ relatedTarget: next }) => next && !menu.current?.contains(next as Node) && fold()}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !menu.current?.open) return;
        fold();
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary title={frame.menu}>
        <span class="initials" aria-hidden="true">
          {initialsOf(user.value?.name)}
        </span>
        <span class="unseen">{frame.menu}</span>
      </summary>
      <div class="card">
        {user.value && (
          <p class="small">
            <span class="quiet">{frame.signedInAs}</span> {user.value.name}
          </p>
        )}
        {children}
        <OwnAccount />
        <SignOut />
      </div>
    </details>
  );
}

/** The bar at the top, and below it the page. A stranger has no connection to keep an eye on until it is lost. */
export function Frame({ title, bar, menu, width, spoken, children }: Props) {
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
        {frame.skip}
      </a>
      <header class="bar">
        <a class="brand" href={pathOf('/')}>
          Muster
        </a>
        {bar}
        {(user.value || !online.value) && <Online />}
        {menu ? <Menu>{menu}</Menu> : <SignOut />}
      </header>
      <main ref={main} tabIndex={-1} class={['page', width].filter(Boolean).join(' ')}>
        {failure.value && <Notice kind="bad">{frame.stillSignedIn(inWords(failure.value))}</Notice>}
        {children}
      </main>
      {spoken?.length !== 0 && (
        <footer class={['languages small', width].filter(Boolean).join(' ')}>
          <LanguageChoice among={spoken} />
        </footer>
      )}
    </>
  );
}
