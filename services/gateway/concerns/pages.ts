/** Pages and their parts: files that the gateway holds, in memory and in each coding. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Failure } from '../../../shared/base/failure.ts';
import { asset, pageFor } from '../../../shared/contract/concerns.ts';
import type { Locale } from '../../../shared/contract/vocabulary.ts';
import { spoken } from '../../../shared/pages/languages.ts';
import { sendData } from '../envelope.ts';
import { replyTo, type Incoming, type Step } from '../request.ts';
import { prefersHtml, rangesIn, sendUnlessKnown, tagOf } from './etag.ts';

export interface AssetSource {
  readonly read: () => Promise<Buffer>;
  readonly headers?: OutgoingHttpHeaders;
  /** It differs by the language of its reader. */
  readonly isTranslated?: boolean;
}
/** Finds an asset by its name and the language of its reader. */
export type Find = (name: string, language: Locale) => AssetSource | undefined | Promise<AssetSource | undefined>;
export type SendAsset = ReturnType<typeof assetsFrom>;

/** About the effort of gzip, because the first client waits for it. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** In order of preference. */
const codings: readonly (readonly [coding: string, pack: (plain: Buffer) => Promise<Buffer>])[] = [
  ['br', (plain) => promisify(brotliCompress)(plain, brotli)],
  ['gzip', promisify(gzip)],
];

async function prepare({ read, headers }: AssetSource) {
  const plain = await read();
  const packing = codings.map(async ([coding, pack]) => {
    const bytes = await pack(plain);
    return { coding, bytes: () => bytes };
  });
  return {
    tag: tagOf(plain),
    plain,
    packed: await Promise.all(packing),
    headers: { 'Cache-Control': 'public, no-cache', ...headers },
  };
}

/** Returns the function that sends an asset, or refuses with NOT_FOUND. Names are looked up, and never become paths. */
export function assetsFrom(find: Find) {
  const ready = new Map<AssetSource, ReturnType<typeof prepare>>();
  const assetOf = (source: AssetSource) => {
    const prepared = ready.get(source) ?? prepare(source);
    ready.set(source, prepared);
    prepared.catch(() => ready.delete(source));
    return prepared;
  };
  return async (incoming: Incoming, name: string, mediaType: string, status = 200): Promise<void> => {
    const { req, head } = incoming;
    const source = await find(name, spoken(wishesOf(req.headers)));
    if (!source) throw new Failure('NOT_FOUND');
    if (source.isTranslated) head.Vary = [head.Vary, 'Accept-Language', 'Cookie'].filter(Boolean).join(', ');
    await sendUnlessKnown(incoming, { mediaType, status, ...(await assetOf(source)) });
  };
}

/** Returns the languages that a reader wants: the one of the cookie `locale`, which the page's switch sets, then those of the browser. */
function wishesOf({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): string[] {
  const chosen = /(?:^|; )locale=(\w+)/.exec(cookie)?.[1];
  const ranges = rangesIn(accepted).filter(({ weight }) => weight > 0);
  const byWeight = ranges.sort((one, other) => other.weight - one.weight).map(({ name }) => name.split('-')[0] ?? '');
  return chosen === undefined ? byWeight : [chosen, ...byWeight];
}

/** Sends the asset that the action names. */
export const sendNamedAsset: Step = (endpoint, { sendAsset }) => {
  const { answer } = asset.of(endpoint) ?? {};
  if (!answer) return undefined;
  return async (request, next) => {
    await next(request);
    await sendAsset(request, replyTo(request).data as string, answer.mediaType);
  };
};

/**
 * Sends a page instead of data to a browser that follows a link; programs take anything, or name JSON. The page asks for the
 * data by itself, and says what to do where there is none.
 */
export const sendPageOrData: Step = (endpoint, { sendAsset }) => {
  const { page } = pageFor.of(endpoint) ?? {};
  if (!page) return undefined;
  return async (request, next) => {
    request.head.Vary = 'Accept';
    if (prefersHtml(request.req.headers.accept)) return sendAsset(request, page, 'text/html');
    await next(request);
    const { status, data } = replyTo(request);
    await sendData(request, status, data);
  };
};
