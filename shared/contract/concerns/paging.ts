/** Complete lists, which are paged only on request. */
import { concern } from './concern.ts';

export const nextPage = {
  Link: 'Of a request with a limit: <address of the next page>; rel="next", as long as there is one',
};

/**
 * Answers a complete list, in this member of the answer. The endpoint takes `pageOfWhole`; over the bus such a list gets
 * more time for an attempt.
 */
export const wholeList = concern('wholeList', (member: string) => ({
  member,
  sentence:
    'The list is answered whole. With `limit` it comes in pages, and the header `Link` says where the next one is.',
  headers: nextPage,
}));
