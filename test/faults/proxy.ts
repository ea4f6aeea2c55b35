/** A wire that can be cut, slowed and silenced: everything that passes between two processes passes through here. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export class Proxy {
  /** The port a connection is led to, asked for each; undefined refuses it. */
  upstream: () => number | undefined;
  /** Milliseconds, also parts of one, that every piece of data takes longer, in each direction. */
  delay = 0;
  /** Decides for each connection whether its first answer is lost, and the connection with it. */
  losesAnswer: () => boolean = () => false;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #onTheirWay = new Delayed();
  #isCut = false;
  #isSilent = false;

  /** On a port of its own, on which it stays whatever becomes of those behind it. */
  static async open(upstream: Proxy['upstream']): Promise<Proxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Proxy(server, upstream);
  }

  private constructor(server: Server, upstream: Proxy['upstream']) {
    this.#server = server;
    this.upstream = upstream;
    server.on('connection', (near) => this.#lead(near));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection, and each new one at once. */
  cut(): void {
    this.#isCut = true;
    for (const { near } of this.#pairs) reset(near);
  }

  /** Connections stay, but nothing passes any more: nobody is told that the other is gone. */
  silence(): void {
    this.#isSilent = true;
    for (const { near, far } of this.#pairs) [near, far].forEach((socket) => socket.pause());
  }

  /** Ends what was silenced, and lets everything pass again. */
  restore(): void {
    if (this.#isSilent) for (const { near } of this.#pairs) reset(near);
    this.#isCut = false;
    this.#isSilent = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #lead(near: Socket): void {
    const port = this.upstream();
    near.on('error', () => undefined);
    if (this.#isCut || port === undefined) return void reset(near);
    const far = connect(port, '127.0.0.1');
    const pair = { near, far };
    this.#pairs.add(pair);
    far.on('error', () => reset(near));
    near.on('close', () => {
      this.#pairs.delete(pair);
      far.destroy();
    });
    this.#pass(near, far);
    if (this.losesAnswer()) far.once('data', () => reset(near));
    else this.#pass(far, near);
  }

  #pass(from: Socket, to: Socket): void {
    if (this.#isSilent) from.pause();
    const later = (work: () => void) => (this.delay > 0 ? this.#onTheirWay.add(this.delay, work) : work());
    from.on('data', (chunk) => later(() => to.write(chunk)));
    from.on('end', () => later(() => to.end()));
  }
}

/** Milliseconds: Node's timers are late by up to the first, and a shorter wait is made of parts. */
const [coarse, part] = [2, 0.05];
const never = new Int32Array(new SharedArrayBuffer(4));

/** Work that waits, in the order in which it came. A part of a millisecond is waited for without using the processor. */
class Delayed {
  readonly #work: { readonly at: number; readonly run: () => void }[] = [];

  add(delay: number, run: () => void): void {
    this.#work.push({ at: performance.now() + delay, run });
    if (this.#work.length === 1) this.#wait();
  }

  #wait(): void {
    const left = (this.#work[0]?.at ?? 0) - performance.now();
    if (left > coarse) return void setTimeout(() => this.#look(), left - coarse);
    if (left > 0) Atomics.wait(never, 0, 0, Math.min(left, part));
    setImmediate(() => this.#look());
  }

  #look(): void {
    while (this.#work[0] && this.#work[0].at <= performance.now()) this.#work.shift()?.run();
    if (this.#work.length > 0) this.#wait();
  }
}

/** As when a process dies. A socket that is about to close cannot be reset any more, and would stay open for ever. */
const reset = (socket: Socket) => (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy());
