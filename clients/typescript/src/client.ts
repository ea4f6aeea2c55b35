/** Puts the client together from the table of endpoints. */
import type { CallOptions, StreamOptions } from './calls.ts';
import type { Endpoint, Paging } from './endpoint.ts';
import { follow } from './follow.ts';
import { endOf } from './jobs.ts';
import { endpoints } from './generated/endpoints.ts';
import type { Muster } from './generated/muster.ts';
import type { ClientOptions } from './options.ts';
import { pagesOf, rowsOf } from './pages.ts';
import type { Params } from './request.ts';
import { Transport } from './transport.ts';

/**
 * Makes a client. Nothing is sent before the first call.
 * @example const muster = createClient({ url: 'https://muster.example.org', apiKey: process.env.MUSTER_KEY });
 */
export function createClient(options: ClientOptions): Muster {
  const transport = new Transport(options);
  const services = Object.entries<Record<string, Endpoint>>(endpoints).map(([service, actions]) => [
    service,
    Object.fromEntries(Object.entries(actions).map(([name, endpoint]) => [name, callOf(transport, endpoint)])),
  ]);
  return Object.fromEntries(services) as Muster;
}

function callOf(transport: Transport, endpoint: Endpoint): unknown {
  if (endpoint.answer === 'stream') {
    return (params: Params, options: StreamOptions = {}) => follow(transport, endpoint, params, options);
  }
  const call = async (params: Params = {}, options: CallOptions = {}): Promise<unknown> => {
    const { response, data } = await transport.send(endpoint, params, options);
    if (endpoint.job && response.status === 202) return endOf(transport, endpoint.job, { params, data, options });
    return endpoint.answer === 'raw' ? response : data;
  };
  return isListing(endpoint) ? Object.assign(call, walksOf(transport, endpoint)) : call;
}

const isListing = (endpoint: Endpoint): endpoint is Endpoint & { list: Paging } => endpoint.list !== undefined;

const walksOf = (transport: Transport, endpoint: Endpoint & { list: Paging }) => ({
  pages: (params: Params = {}, options: CallOptions = {}) => pagesOf(transport, endpoint, params, options),
  each: (params: Params = {}, options: CallOptions = {}) => rowsOf(transport, endpoint, params, options),
});
