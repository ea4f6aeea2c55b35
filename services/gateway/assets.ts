/** Serves the files that browsers cache. Each is read on first use, then kept in memory in each compression. */
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Failure } from '../../shared/base/failure.ts';
import { weightIn } from './accept.ts';
import type { Asked } from './visit.ts';

export interface Source {
  readonly read: () => Promise<Buffer>;
  readonly headers?: OutgoingHttpHeaders;
}
/** What there is, by name; undefined for what there is not. */
export type Find = (name: string) => Source | undefined | Promise<Source | undefined>;
export type SendAsset = ReturnType<typeof assetsFrom>;

type Pack = (plain: Buffer) => Promise<Buffer>;

/** About the effort of gzip, because the first client waits for it. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** In order of preference. */
const codings: readonly (readonly [name: string, pack: Pack])[] = [
  ['br', (plain) => promisify(brotliCompress)(plain, brotli)],
  ['gzip', promisify(gzip)],
];

async function prepare({ read, headers }: Source) {
  const plain = await read();
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  const packed = await Promise.all(codings.map(async ([name, pack]) => ({ name, bytes: await pack(plain) })));
  return { plain, packed, tag, headers };
}

/** Whether an `Accept-Encoding` takes this coding. */
export const unpacks = (accepted: string, coding: string): boolean => weightIn(accepted, [coding]) > 0;

/** Returns the function that sends an asset, or refuses with NOT_FOUND. Names are looked up, and never become paths. */
export function assetsFrom(find: Find) {
  const ready = new Map<string, ReturnType<typeof prepare>>();
  const assetOf = async (name: string) => {
    const source = await find(name);
    if (!source) throw new Failure('NOT_FOUND');
    const asset = ready.get(name) ?? prepare(source);
    ready.set(name, asset);
    asset.catch(() => ready.delete(name));
    return asset;
  };
  return async (
    { req, res, head }: Pick<Asked, 'req' | 'res' | 'head'>,
    name: string,
    mediaType: string,
    status = 200,
  ): Promise<void> => {
    const { plain, packed, tag, headers } = await assetOf(name);
    const always = {
      ...head,
      ETag: tag,
      Vary: [head.Vary, 'Accept-Encoding'].filter(Boolean).join(', '),
      'Cache-Control': 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    };
    if (status === 200 && req.headers['if-none-match']?.split(',').some((each) => each.trim() === tag))
      return void res.writeHead(304, always).end();
    const accepted = String(req.headers['accept-encoding'] ?? '');
    const coding = packed.find(({ name }) => unpacks(accepted, name));
    const bytes = coding?.bytes ?? plain;
    res.writeHead(status, {
      'Content-Type': `${mediaType}; charset=utf-8`,
      ...always,
      'Content-Length': bytes.length,
      ...(coding && { 'Content-Encoding': coding.name }),
    });
    res.end(bytes);
  };
}
