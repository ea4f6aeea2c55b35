/** Puts the client together from the table of endpoints. */
import type { CallOptions, StreamOptions } from './calls.ts';
import type { Endpoint, EndpointRow, Paging } from './endpoint.ts';
import { RefusedError, UnreachableError, type RefusalBody } from './errors.ts';
import type { follow } from './follow.ts';
import { endpoints } from './generated/endpoints.ts';
import type { Muster } from './generated/muster.ts';
import type { ClientOptions } from './options.ts';
import type { Params } from './request.ts';
import { pause } from './retry.ts';
import { Transport } from './transport.ts';

/**
 * Makes a client. Nothing is sent before the first call.
 * @example const muster = createClient({ url: 'https://muster.example.org', apiKey: process.env.MUSTER_KEY });
 */
export function createClient(options: ClientOptions): Muster {
  const transport = new Transport(options);
  const services = Object.entries<Record<string, EndpointRow>>(endpoints).map(([service, actions]) => [
    service,
    Object.fromEntries(
      Object.entries(actions).map(([name, row]) => [name, callOf(transport, { method: 'GET', ...row })]),
    ),
  ]);
  return Object.fromEntries(services) as Muster;
}

function callOf(transport: Transport, endpoint: Endpoint): unknown {
  if (endpoint.answer === 'stream') {
    return (params: Params, options: StreamOptions = {}) => following(transport, endpoint, params, options);
  }
  const call = async (params: Params = {}, options: CallOptions = {}): Promise<unknown> => {
    const { response, data } = await transport.send(endpoint, params, options);
    if (endpoint.job && response.status === 202) return endOf(transport, endpoint.job, { params, data, options });
    return endpoint.answer === 'raw' ? response : data;
  };
  return isListing(endpoint) ? Object.assign(call, walksOf(transport, endpoint)) : call;
}

/** Modules that most programs and pages do without load with their first use. */
const loaded = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw new UnreachableError('A part of the client did not come.', { cause });
  });

async function* following(...wanted: Parameters<typeof follow>): ReturnType<typeof follow> {
  yield* (await loaded(import('./follow.ts'))).follow(...wanted);
}

const isListing = (endpoint: Endpoint): endpoint is Endpoint & { list: Paging } => endpoint.list !== undefined;

const walksOf = (transport: Transport, endpoint: Endpoint & { list: Paging }) => ({
  async *pages(params: Params = {}, options: CallOptions = {}) {
    yield* (await loaded(import('./pages.ts'))).pagesOf(transport, endpoint, params, options);
  },
  async *each(params: Params = {}, options: CallOptions = {}) {
    yield* (await loaded(import('./pages.ts'))).rowsOf(transport, endpoint, params, options);
  },
});

interface Begun {
  readonly job: {
    readonly id: string;
    readonly status: 'running' | 'done' | 'failed';
    readonly result: unknown;
    readonly error: (Omit<RefusalBody, 'success' | 'request_id'> & { readonly status: number }) | null;
  };
}
interface Asked {
  readonly params: Params;
  readonly data: unknown;
  readonly options: CallOptions;
}

/** Milliseconds between two questions. */
const interval = 1_000;

/** Answers the outcome of the job as the request would have; rejects with its refusal. */
export async function endOf(transport: Transport, path: string, { params, data, options }: Asked): Promise<unknown> {
  const named = Object.entries(params).filter(([name]) => path.includes(`:${name}/`));
  const { signal, headers } = options;
  for (let { job } = data as Begun; ;) {
    if (job.status === 'done') return job.result;
    if (job.error) {
      const { status, ...body } = job.error;
      throw new RefusedError(status, { success: false, request_id: '', ...body }, undefined);
    }
    await pause(interval, signal);
    const asked = { ...Object.fromEntries(named), jobId: job.id };
    ({ job } = (await transport.send({ method: 'GET', path }, asked, { signal, headers })).data as Begun);
  }
}
