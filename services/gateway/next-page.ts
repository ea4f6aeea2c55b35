/** Links to the next page of a list (RFC 8288, as GitHub does it). */
import type { Asked } from './visit.ts';

export type NextPage = ReturnType<typeof nextPageAt>;

/** Returns the URL of the same request with a cursor. */
export const nextPageAt =
  (publicUrl: string) =>
  ({ url, query }: Pick<Asked, 'url' | 'query'>, cursor: string): string => {
    const next = new URL(publicUrl.replace(/\/$/, '') + url);
    next.search = new URLSearchParams([
      ...[...query].filter(([name]) => name !== 'cursor'),
      ['cursor', cursor],
    ]).toString();
    return `<${next.href}>; rel="next"`;
  };
