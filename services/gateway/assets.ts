/** What browsers load once and ask for again: read when first wanted, then kept, packed for those who unpack it. */
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AssetName } from '../../shared/contract/gateway.ts';
import type { Asked } from './visit.ts';

interface Source {
  readonly read: () => Promise<Buffer>;
  readonly headers?: OutgoingHttpHeaders;
}
export type Sources = Readonly<Record<AssetName, Source>>;
export type SendAsset = ReturnType<typeof assetsFrom>;

const pack = promisify(gzip);

async function prepare({ read, headers }: Source) {
  const plain = await read();
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, packed: await pack(plain), tag, headers };
}

/** The name comes from a contract, never from a request. */
export function assetsFrom(sources: Sources) {
  const ready = new Map<AssetName, ReturnType<typeof prepare>>();
  const assetOf = (name: AssetName) => {
    const asset = ready.get(name) ?? prepare(sources[name]);
    ready.set(name, asset);
    return asset;
  };
  return async (
    { req, res, head }: Pick<Asked, 'req' | 'res' | 'head'>,
    name: AssetName,
    mediaType: string,
  ): Promise<void> => {
    const { plain, packed, tag, headers } = await assetOf(name);
    const always = {
      ...head,
      ETag: tag,
      Vary: 'Accept-Encoding',
      'Cache-Control': 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    };
    if (req.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) return void res.writeHead(304, always).end();
    const unpacks = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(req.headers['accept-encoding']));
    const bytes = unpacks ? packed : plain;
    res.writeHead(200, {
      ...always,
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Length': bytes.length,
      ...(unpacks && { 'Content-Encoding': 'gzip' }),
    });
    res.end(bytes);
  };
}
