/**
 * Bounds the bytes that wait in this process for clients that read slowly, or not at all: of answers, downloads and streams. The
 * answer with the most is cut off first, so that a client that reads is hardly ever hit.
 */
import type { ServerResponse } from 'node:http';
import { unreadBytes } from './limits.ts';

interface Unread {
  /** The bytes that wait at present. */
  readonly bytes: () => number;
  /** The most that may wait; none for an answer, which is there as a whole. */
  readonly most?: number;
  /** Bytes in memory once for all the answers that have them, such as a page. */
  readonly shared?: Buffer;
  readonly cutOff: () => void;
}

const underWay = new Set<Unread>();
const checkEveryMs = 100;
let checks: NodeJS.Timeout | undefined;

/** Watches an answer until the function that is returned is called. */
export function watchUnread(answer: Unread): () => void {
  underWay.add(answer);
  checks ??= setInterval(boundAll, checkEveryMs).unref();
  return () => {
    underWay.delete(answer);
    if (underWay.size > 0) return;
    clearInterval(checks);
    checks = undefined;
  };
}

/** Sends a body as a whole. */
export function endWith(res: ServerResponse, body: string | Buffer): void {
  res.end(body);
  const { socket } = res;
  if (!socket?.writableLength) return;
  const shared = typeof body === 'string' ? {} : { shared: body };
  const endWatch = watchUnread({ bytes: () => socket.writableLength, ...shared, cutOff: () => res.destroy() });
  res.once('close', endWatch);
}

function boundAll(): void {
  const answers = [...underWay];
  const sharers = Map.groupBy(answers, ({ shared }) => shared);
  const shareOf = ({ bytes, shared }: Unread) => bytes() / (shared ? (sharers.get(shared)?.length ?? 1) : 1);
  const waiting = answers.map((answer) => ({ ...answer, held: shareOf(answer) })).sort((a, b) => b.held - a.held);
  let inAll = waiting.reduce((sum, { held }) => sum + held, 0);
  for (const { held, most = Infinity, cutOff } of waiting) {
    if (held <= most && inAll <= unreadBytes.inAll) continue;
    cutOff();
    inAll -= held;
  }
}
