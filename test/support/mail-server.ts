/** A mail server that refuses some letters and loses others during delivery. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface Received {
  readonly to: string;
  readonly id: string;
  readonly text: string;
}

/** The outcome of an email: accepted, refused for now, or lost with the connection after it was sent completely. */
type Fate = 'taken' | 'refused' | 'lost';

export class MailServer {
  readonly received: Received[] = [];
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  readonly #fateOf: (nth: number) => Fate | Promise<Fate>;
  #count = 0;

  /** Opens a server. A promised fate makes the sender wait after it has sent the letter. */
  constructor(fateOf: (nth: number) => Fate | Promise<Fate> = () => 'taken') {
    this.#fateOf = fateOf;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The number of letters offered, whatever their fate. */
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
    converse(socket, {
      fateOfNext: () => this.#fateOf(this.#count++),
      keep: (letter) => void this.received.push(letter),
    });
  }
}

interface Desk {
  readonly fateOfNext: () => Fate | Promise<Fate>;
  readonly keep: (letter: Received) => void;
}

/** As much of SMTP as one client needs to hand over letters on one connection. */
function converse(socket: Socket, { fateOfNext, keep }: Desk): void {
  let [buffer, to, isData] = ['', '', false];
  let fate: Fate | Promise<Fate> = 'taken';
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') {
      fate = fateOfNext();
      return say(fate === 'refused' ? '451 Not now' : '250 Go on');
    }
    if (verb === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? '';
    isData = verb === 'DATA';
    say(isData ? '354 Go on' : verb === 'QUIT' ? '221 Bye' : '250 OK');
    if (verb === 'QUIT') socket.end();
  };
  const take = async (text: string) => {
    isData = false;
    if ((await fate) === 'lost') return void socket.destroy();
    keep({ to, text, id: /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '' });
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
      if (isData) void take(part);
      else hear(part);
    }
  });
  say('220 test');
}

export const headersOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n'));

/** A header as readers of mail show it (RFC 2047), the lenient ones as well, which decode between quotes. */
export function shown(text: string, name: string): string {
  const headers = headersOf(text).replace(/\r\n(?=\s)/g, '');
  const value = new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1] ?? '';
  return value
    .replace(/^"((?:[^"\\]|\\.)*)"/, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1'))
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?]+)\?([BQ])\?([^?]*)\?=/gi, (_, charset: string, encoding: string, word: string) => {
      const octets = word
        .replace(/_/g, ' ')
        .replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      const bytes = encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : Buffer.from(octets, 'latin1');
      return new TextDecoder(charset).decode(bytes);
    });
}
