/** The description of an endpoint that the client reads at run time. */

/**
 * How pages follow one another. `link`: by the `Link` header, where the request has a `limit`; the list is whole without.
 * `cursor`: by `pagination.nextCursor`. `page` and `offset`: by counting on. `position`: by `next`, as facts are read.
 */
export interface Paging {
  readonly by: 'link' | 'cursor' | 'page' | 'offset' | 'position';
  /** The member of an answer that has the rows. */
  readonly member: string;
}

export interface Endpoint {
  readonly method: string;
  /** With `:name` for each parameter. */
  readonly path: string;
  /** Parameters of a POST, PUT or PATCH that go into the query string. */
  readonly query?: readonly string[];
  /** Parameters of a DELETE that go into the body. */
  readonly body?: readonly string[];
  /** The parameter that is the body as it stands. */
  readonly text?: string;
  /** The media type of that text. */
  readonly textType?: string;
  /** Changes nothing, although it is no GET. Repeats of all others need the `Idempotency-Key` of the first. */
  readonly reads?: true;
  /** Takes long: where to ask, with the `id` of the job that 202 answers, how far it is. */
  readonly job?: string;
  /** `raw`: a file or page, answered as a `Response`. `stream`: Server-Sent Events. Without it: JSON in the envelope. */
  readonly answer?: 'raw' | 'stream';
  readonly list?: Paging;
}

/** As the table has it, where most are GET and say no method. */
export type EndpointRow = Omit<Endpoint, 'method'> & Partial<Pick<Endpoint, 'method'>>;
