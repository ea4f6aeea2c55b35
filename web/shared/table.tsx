import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Column<T> {
  readonly name: string;
  readonly show: (row: T) => ComponentChild;
  readonly isNumber?: boolean;
}

export interface TableProps<T> {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** The test id of each row. */
  readonly testId?: string;
}

/** Has the keyboard reach what scrolls, and nothing that does not. */
function useReach() {
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const watched = region.current;
    if (!watched) return undefined;
    const reach = () => {
      const isScrolling = watched.scrollWidth > watched.clientWidth && getComputedStyle(watched).overflowX === 'auto';
      if (isScrolling) watched.tabIndex = 0;
      else watched.removeAttribute('tabindex');
    };
    const watch = new ResizeObserver(reach);
    watch.observe(watched);
    return () => watch.disconnect();
  }, []);
  return region;
}

/** A table that scrolls sideways by itself where the screen is narrower. */
export const Table = <T,>({ caption, columns, rows, keyOf, testId }: TableProps<T>) => (
  <div ref={useReach()} class="scroll" role="region" aria-label={caption}>
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" class={isNumber ? 'number' : ''}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-testid={testId}>
            {columns.map(({ name, show, isNumber }) => (
              <td key={name} class={isNumber ? 'number' : ''} data-name={name}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
