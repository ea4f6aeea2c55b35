/** Asks the service as programs do, and notes whether it answers. */
import { createClient, type ClientOptions, type Muster } from '../../clients/typescript/src/index.ts';
import { addressOf } from './address.ts';
import { answered, online } from './online.ts';

interface Ways extends Pick<ClientOptions, 'apiKey' | 'token'> {
  /** Milliseconds to wait for an answer; 15 seconds unless said. */
  readonly patience?: number;
  /** Told every answer, and when it was asked for, in milliseconds. */
  readonly heard?: (answer: Response, asked: number) => void;
}

/** Returns a client. Nothing is sent again by itself: people see what failed, and queues have an order of their own. */
export function clientFor({ patience = 15_000, heard, ...identity }: Ways): Muster {
  const ask: typeof fetch = async (address, options) => {
    const asked = Date.now();
    try {
      // A request without a body outlives a page that is being left.
      const answer = await fetch(address, { ...options, keepalive: document.hidden && !options?.body });
      answered(asked);
      heard?.(answer, asked);
      return answer;
    } catch (error) {
      // An aborted request says nothing about the network; any other failure means that there is none.
      const reason: unknown = options?.signal?.reason;
      online.value = reason instanceof DOMException && reason.name === 'AbortError' && online.value;
      throw error;
    }
  };
  return createClient({ url: addressOf('/').href, retries: 0, timeout: patience, fetch: ask, ...identity });
}

/** A client that is nobody. */
export const stranger = clientFor({});
