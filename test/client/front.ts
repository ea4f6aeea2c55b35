/** A proxy between a client and the gateway that answers by itself, loses answers, or cuts connections. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Instead of passing it on: an answer of its own, or the answer of the gateway lost on its way back. */
export type Mischief =
  'lose' | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string };

export class Front {
  /** The requests, in order. */
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers']; at: number }[] = [];
  /** The fault for a request, by its number from 1; without one it is passed on. */
  mischief: (nth: number) => Mischief | undefined = () => undefined;
  readonly #server: Server;
  readonly #gateway: URL;

  static async before(gateway: string): Promise<Front> {
    const front = new Front(new URL(gateway));
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  private constructor(gateway: URL) {
    this.#gateway = gateway;
    this.#server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Breaks every connection off; new ones are taken. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = '', url: path = '', headers } = incoming;
    this.requests.push({ method, path, headers, at: Date.now() });
    const mischief = this.mischief(this.requests.length);
    if (mischief === undefined || mischief === 'lose') return this.#pass(incoming, outgoing, mischief === 'lose');
    incoming.resume();
    outgoing.writeHead(mischief.status, mischief.headers).end(mischief.body);
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse, isLost: boolean): void {
    const { hostname, port } = this.#gateway;
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      if (isLost) return void answer.resume().on('end', () => outgoing.destroy());
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}

/** A refusal as the gateway answers it. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Mischief => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ success: false, code, message: 'Later.', request_id: 'front' }),
});
