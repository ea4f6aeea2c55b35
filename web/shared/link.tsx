/** The pages that links in emails lead to. The secret is in the fragment, so no server, log or referrer sees it. */
import type { ComponentChildren } from 'preact';
import { pathOf } from './address.ts';
import { Frame, Heading } from './frame.tsx';
import { Notice } from './notice.tsx';

// A link that is opened where its page stands already changes the fragment alone.
addEventListener('hashchange', () => location.reload());

const said = new URLSearchParams(location.hash.slice(1));
/** Returns what the link says by this name; empty where it says nothing. */
export const inLink = (name: string): string => said.get(name) ?? '';

/** Has the secret leave the address once it is used. */
export const forgetLink = (): void => history.replaceState(null, '', location.pathname);

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}
export const LinkPage = ({ title, children }: Props) => (
  <Frame width="narrow" title={title}>
    <Heading>{title}</Heading>
    {children}
  </Frame>
);

interface Going {
  /** Of a page of ours, such as `/me`. */
  readonly to: string;
  readonly children: ComponentChildren;
  readonly kind?: 'calm' | 'bare';
}
/** A link that looks like a button. */
export const Go = ({ to, kind, children }: Going) => (
  <a class={`button ${kind ?? ''}`} href={pathOf(to)}>
    {children}
  </a>
);

/** A link that does not work, and where to go instead. */
export const Broken = ({ why, children }: { readonly why: string; readonly children?: ComponentChildren }) => (
  <div class="card">
    <Notice kind="warn">{why}</Notice>
    {children}
  </div>
);
