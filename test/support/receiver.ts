/** Servers that webhooks are sent to: each answers as the test says, and remembers what came. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The body of what came. */
interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Manner = (response: ServerResponse, received: Received, nth: number) => unknown;

export const answers =
  (status: number, headers: Record<string, string> = {}): Manner =>
  (response) =>
    response.writeHead(status, headers).end();

export class Receiver {
  readonly received: Received[] = [];
  manner: Manner;
  readonly #server: Server;

  static async listen(manner: Manner = answers(204)): Promise<Receiver> {
    const receiver = new Receiver(manner);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  private constructor(manner: Manner) {
    this.manner = manner;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { headers, url = '' } = request;
        const id = String(headers['webhook-id']);
        const came = { id, headers, path: url, body: Buffer.concat(chunks).toString(), at: Date.now() };
        this.received.push(came);
        this.manner(response, came, this.received.length);
      });
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }
  get ids(): string[] {
    return this.received.map(({ id }) => id);
  }
  get types(): string[] {
    return this.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  }

  /** Each of them, checked by the public library; throws where a signature is wrong. */
  verified(secret: string): Message[] {
    const library = new Webhook(secret);
    return this.received.map(({ body, headers }) => library.verify(body, headers as Record<string, string>) as Message);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
