/** Links to the next page of a list (RFC 8288, as GitHub does it): the same request with a cursor. */
import { wholeList } from '../../../shared/contract/concerns.ts';
import type { Step } from '../request.ts';

export const linkNextPage: Step = (endpoint, { publicUrl }) => {
  if (!wholeList.of(endpoint)) return undefined;
  return async (request, next) => {
    await next(request);
    const { url, query, head, reply } = request;
    if (reply?.next === undefined) return;
    const page = new URL(publicUrl + url);
    const others = [...query].filter(([name]) => name !== 'cursor');
    page.search = new URLSearchParams([...others, ['cursor', reply.next]]).toString();
    head.Link = `<${page.href}>; rel="next"`;
  };
};
