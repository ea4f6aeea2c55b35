/** Walks through the pages of a list. */
import type { CallOptions } from './calls.ts';
import type { Endpoint, Paging } from './endpoint.ts';
import type { Params } from './request.ts';
import type { Answer, Transport } from './transport.ts';

type Listing = Endpoint & { readonly list: Paging };

/** The members of answers and requests that pages follow from. */
interface Page {
  readonly pagination: {
    readonly nextCursor: string | null;
    readonly page: number;
    readonly totalPages: number;
    readonly offset: number;
    readonly limit: number;
    readonly has_more: boolean;
  };
  readonly has_more: boolean;
  readonly next: string;
}

/** Parameters of the next page, beside the other ones; undefined after the last. */
const followers: Record<Paging['by'], (page: Page, response: Response) => Params | undefined> = {
  link: (_, { headers }) => {
    const [, address] = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
    return address === undefined ? undefined : { cursor: new URL(address).searchParams.get('cursor') ?? undefined };
  },
  cursor: ({ pagination: { nextCursor } }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  page: ({ pagination: { page, totalPages } }) => (page < totalPages ? { page: page + 1 } : undefined),
  offset: ({ pagination: { offset, limit, has_more } }) => (has_more ? { offset: offset + limit } : undefined),
  position: ({ has_more, next }) => (has_more ? { after: next } : undefined),
};

/** Every page from that of the parameters on. */
export async function* pagesOf(
  transport: Transport,
  endpoint: Listing,
  params: Params,
  options: CallOptions,
): AsyncGenerator<unknown> {
  for (let asked: Params | undefined = params; asked;) {
    const { data, response }: Answer = await transport.send(endpoint, asked, options);
    yield data;
    const following = followers[endpoint.list.by](data as Page, response);
    asked = following && { ...params, ...following };
  }
}

/** Every row of those pages. */
export async function* rowsOf(...asked: Parameters<typeof pagesOf>): AsyncGenerator<unknown> {
  const [, { list }] = asked;
  for await (const page of pagesOf(...asked)) yield* (page as Record<string, readonly unknown[]>)[list.member] ?? [];
}
