/** Asks through the client, and holds every answer against the API document. */
import { createClient, type Muster } from '../../clients/typescript/src/index.ts';
import type { ClientOptions } from '../../clients/typescript/src/options.ts';
import type { Answer, Person } from '../support/client.ts';
import { expectPromised } from '../support/promised.ts';
import type { World } from '../support/world.ts';

/** The `fetch` of the platform, which fails where an answer is not as the document promises. */
export const promisedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const { origin, pathname } = new URL(input);
  const text = await response.clone().text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  await expectPromised(origin, init?.method ?? 'GET', pathname, answer as Answer);
  return response;
};

export const clientAt = ({ url }: Pick<World, 'url'>, options: Partial<ClientOptions> = {}): Muster =>
  createClient({ url, fetch: promisedFetch, ...options });

/** A client with the person's key in this organization. */
export const clientOf = async (world: World, person: Person, organization: { id: string }): Promise<Muster> =>
  clientAt(world, { apiKey: await world.keyOf(person, organization) });
