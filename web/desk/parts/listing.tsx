/** Lists of the service, paged or whole. */
import { useSignal } from '@preact/signals';
import type { ComponentChild, ComponentProps } from 'preact';
import { useEffect } from 'preact/hooks';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Empty, Show, type useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { isOffline } from '../../shared/refused.ts';
import { leadToSignIn } from '../../shared/session.ts';
import { states } from '../../shared/texts/en.ts';
import { acts, decisions, lists } from '../texts/en.ts';
import { explain } from './said.tsx';

interface Showing<T> {
  readonly of: ReturnType<typeof useLoaded<T>>;
  readonly children: (data: T) => ComponentChild;
  /** Shown until the first answer is there; a spinner unless said. */
  readonly coming?: ComponentChild;
}

/** Like `Show`, but also reports a failed refresh; the desk shows by itself that it is offline. */
export function Shown<T>({ of, children, coming }: Showing<T>) {
  const { data, error, again } = of;
  if (isRefusal(error, 'UNAUTHENTICATED')) {
    return (
      <Notice kind="warn" action={<Button onClick={leadToSignIn}>{acts.signIn}</Button>}>
        {explain(error)}
      </Notice>
    );
  }
  const retry = (
    <Button kind="calm" onClick={again}>
      {states.tryAgain}
    </Button>
  );
  if (data === undefined) {
    if (!online.value) return <Empty action={retry}>{lists.notLoaded}</Empty>;
    return coming && !error ? <>{coming}</> : <Show of={of}>{children}</Show>;
  }
  return (
    <>
      {error && !isOffline(error) && (
        <Notice kind="warn" action={retry}>
          {lists.outOfDate(explain(error))}
        </Notice>
      )}
      {children(data)}
    </>
  );
}

interface Deed extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly label: string;
  /** For screen readers, where the label alone does not tell which row it is about. */
  readonly about: string;
}
/** A button in a row. */
export const ButtonFor = ({ label, about, ...button }: Deed) => (
  <Button aria-label={decisions.about(label, about)} {...button}>
    {label}
  </Button>
);

/** Rows that are on their way, as high as those that come. */
export const ComingRows = () => (
  <div class="coming" role="status">
    <span class="unseen">{lists.loading}</span>
    {Array.from({ length: 8 }, (_, row) => (
      <div key={row} />
    ))}
  </div>
);

export interface Turning {
  /** Counts from 1. */
  readonly page: number;
  /** How many pages there are; undefined where that is not known. */
  readonly pages?: number | undefined;
  readonly onBack: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** The buttons below a list; nothing where there is one page. */
export const Pages = ({ page, pages, onBack, onNext }: Turning) =>
  (onBack ?? onNext) && (
    <nav class="row" aria-label={lists.pages}>
      <Button kind="calm" disabled={!onBack} onClick={() => onBack?.()}>
        {lists.back}
      </Button>
      <span class="quiet">{lists.page(page, pages)}</span>
      <Button kind="calm" disabled={!onNext} onClick={() => onNext?.()}>
        {lists.next}
      </Button>
    </nav>
  );

/** Rows of a page, of lists of both kinds. */
export const pageSize = 50;

/** Pages by the cursor of the page before. Begins again when `keys` change. */
export function useCursors(keys: readonly unknown[]) {
  const cursors = useSignal<{ readonly of: string; readonly path: readonly string[] }>({ of: '', path: [] });
  const of = JSON.stringify(keys);
  const path = cursors.value.of === of ? cursors.value.path : [];
  const go = (next: readonly string[]) => (cursors.value = { of, path: next });
  return {
    cursor: path.at(-1),
    /** @param rows How many rows all pages have together, where that is known. */
    turning: (next: string | null | undefined, rows?: number): Turning => ({
      page: path.length + 1,
      pages: next ? rows && Math.max(path.length + 2, Math.ceil(rows / pageSize)) : path.length + 1,
      onBack: path.length > 0 ? () => go(path.slice(0, -1)) : undefined,
      onNext: next ? () => go([...path, next]) : undefined,
    }),
  };
}

/** Pages of a list that is here as a whole. */
export function useSlices<T>(rows: readonly T[]): { shown: readonly T[]; turning: Turning } {
  const page = useSignal(1);
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  useEffect(() => {
    if (page.value > last) page.value = last;
  }, [last]);
  const present = Math.min(page.value, last);
  return {
    shown: rows.slice((present - 1) * pageSize, present * pageSize),
    turning: {
      page: present,
      pages: last,
      onBack: present > 1 ? () => (page.value = present - 1) : undefined,
      onNext: present < last ? () => (page.value = present + 1) : undefined,
    },
  };
}
