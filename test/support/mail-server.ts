/** A mail server with bad days: of the letters it is given it refuses some, and forgets others in the middle. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface Received {
  readonly to: string;
  readonly id: string;
  readonly text: string;
}

/** How a letter fares: taken, refused for now, or lost with the connection after all of it was sent. */
type Fate = 'taken' | 'refused' | 'lost';

export class MailServer {
  readonly received: Received[] = [];
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  readonly #fateOf: (nth: number) => Fate | Promise<Fate>;
  #count = 0;

  /** Who promises a fate lets the sender wait for it once the letter is there. */
  constructor(fateOf: (nth: number) => Fate | Promise<Fate> = () => 'taken') {
    this.#fateOf = fateOf;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many letters it was offered, whatever became of them. */
  get offered(): number {
    return this.#count;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setEncoding('utf8');
    let [buffer, to, isData] = ['', '', false];
    let fate: Fate | Promise<Fate> = 'taken';
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'MAIL') {
        fate = this.#fateOf(this.#count++);
        return say(fate === 'refused' ? '451 Not now' : '250 Go on');
      }
      if (verb === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      isData = verb === 'DATA';
      say(isData ? '354 Go on' : verb === 'QUIT' ? '221 Bye' : '250 OK');
      if (verb === 'QUIT') socket.end();
    };
    const take = async (text: string) => {
      if ((await fate) === 'lost') return void socket.destroy();
      this.received.push({ to, text, id: /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '' });
      say('250 Taken');
    };
    socket.on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const place = buffer.indexOf(end);
        if (place < 0) return;
        const part = buffer.slice(0, place);
        buffer = buffer.slice(place + end.length);
        if (!isData) hear(part);
        else {
          isData = false;
          void take(part);
        }
      }
    });
    say('220 test');
  }
}
