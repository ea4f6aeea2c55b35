/**
 * A cache of public answers, as ready bytes: a crowd that opens one page causes one query a second. An event about a
 * change expires entries sooner, but with at most one query a second plus one; so while a crowd applies, and each
 * application is a change, it is still one a second.
 */
import { LRUCache } from 'lru-cache';
import { isFailure, type Failure } from '../../../shared/base/failure.ts';
import { cached } from '../../../shared/contract/concerns.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Reply } from '../call.ts';
import { answerCacheSize, answerCachedForMs } from '../limits.ts';
import { replyTo, type Step } from '../request.ts';
import { encodedBodyOf } from './etag.ts';
import { countNetwork } from './rate-limit.ts';

/** The reply, or a refusal, which is cached as well, because missing things are requested as often. */
type Outcome = { readonly reply: Reply } | { readonly refused: Failure };
interface Known {
  readonly outcome: Outcome;
  /** The time of the query. Later changes are not in it. */
  readonly since: number;
  /** The time up to which its queries are used up, at one a second. */
  readonly usedUpTo: number;
}
type Ask = () => Promise<Outcome>;

/** The cache of public reads. */
export class AnswerCache {
  readonly #known = new LRUCache<string, Known, Ask>({
    max: answerCacheSize.answers,
    maxSize: answerCacheSize.bytes,
    sizeCalculation: ({ outcome }, key) =>
      key.length + ('reply' in outcome ? (outcome.reply.ready?.plain.length ?? 0) : 0) + 1,
    // A query whose entry was evicted still answers its waiting requests.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, former, { context: ask }) => {
      const since = performance.now();
      const usedUpTo = Math.max(former?.usedUpTo ?? 0, since) + answerCachedForMs;
      return { outcome: await ask(), since, usedUpTo };
    },
  });
  readonly #asked = new Set<string>();
  #expiredAt = -Infinity;

  /** Expires all entries, after an event about a change. */
  expire(): void {
    this.#expiredAt = performance.now();
  }

  /** Tells whether there is neither an entry nor a running query with this name. */
  isNew(name: string): boolean {
    return !this.#known.has(name) && !this.#asked.has(name);
  }

  /** Returns the entry with this name, or the result of `ask`, which is called once for all waiting requests. */
  async find(name: string, ask: Ask): Promise<Outcome> {
    const known = this.#known.get(name);
    if (known && this.#isUsable(known)) return known.outcome;
    this.#asked.add(name);
    try {
      const next = await this.#known.fetch(name, { context: ask, forceRefresh: true });
      return next?.outcome ?? (await ask());
    } finally {
      this.#asked.delete(name);
    }
  }

  #isUsable({ since, usedUpTo }: Known): boolean {
    const now = performance.now();
    const maySooner = usedUpTo - now <= answerCachedForMs;
    return now - since < answerCachedForMs && !(this.#expiredAt >= since && maySooner);
  }
}

/**
 * Answers from the cache, else calls the action; these calls are counted by network. A viewer may be answered something
 * else than everybody is, so that answers to viewers are not cached.
 */
export const answerFromCache: Step = (endpoint, gateway) => {
  if (!cached.of(endpoint)) return undefined;
  const { answerCache } = gateway;
  return async (request, next) => {
    if (request.viewer) return next(request);
    const name = `${request.route.action} ${JSON.stringify(request.params)}`;
    if (answerCache.isNew(name)) await countNetwork(gateway, request);
    const ask = () =>
      next(request).then(
        () => answered(replyTo(request)),
        (error: unknown) => refusedBy(endpoint, error),
      );
    const outcome = await answerCache.find(name, ask);
    if ('refused' in outcome) throw outcome.refused;
    request.reply = outcome.reply;
  };
};

const answered = (reply: Reply): Outcome => ({ reply: { ...reply, ready: encodedBodyOf(reply.data) } });

/** Only refusals of the action itself are cached. */
function refusedBy({ errors }: Endpoint, error: unknown): Outcome {
  const code = errors.find((each) => isFailure(error, each));
  if (code === undefined) throw error;
  return { refused: error as Failure };
}
