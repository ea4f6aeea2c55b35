/** As much of S3 as storing needs, on this machine: PUT, GET and DELETE of objects, by path. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Stored {
  readonly bytes: Buffer;
  readonly type: string | undefined;
  readonly signed: boolean;
}
export interface Buckets {
  /** By bucket and key: `/bucket/prefix/key`. */
  readonly objects: Map<string, Stored>;
  /** Settings that lead the SDK here. */
  readonly env: Record<string, string>;
  /** Answers everything with 403 from now on, or again as it should. */
  lock(): void;
  unlock(): void;
  /** Takes what is sent and answers nothing from now on. */
  mute(): void;
  close(): void;
}

export async function openBuckets(): Promise<Buckets> {
  const objects = new Map<string, Stored>();
  let [isLocked, isMute] = [false, false];
  const server = createServer((req, res) => void serve(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    objects,
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
    lock: () => void (isLocked = true),
    unlock: () => void (isLocked = false),
    mute: () => void (isMute = true),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };

  async function serve(req: IncomingMessage, res: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    if (isMute) return;
    if (isLocked) return res.writeHead(403).end();
    const { pathname } = new URL(req.url ?? '', 'http://s3');
    if (req.method === 'PUT') {
      const signed = req.headers.authorization?.startsWith('AWS4-HMAC-SHA256') ?? false;
      objects.set(pathname, { bytes: Buffer.concat(chunks), type: req.headers['content-type'], signed });
      return res.end();
    }
    if (req.method === 'DELETE') {
      objects.delete(pathname);
      return res.writeHead(204).end();
    }
    const found = objects.get(pathname);
    if (!found) return res.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
    if (from === undefined) return res.end(found.bytes);
    const part = found.bytes.subarray(Number(from), Number(to) + 1);
    return res.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${found.bytes.length}` }).end(part);
  }
}
