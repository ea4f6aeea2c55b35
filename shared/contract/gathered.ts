/** The format in which requests that share a call travel: the requests, and one outcome for each. */
import type { ErrorCode } from './errors.ts';
import { t } from './schema.ts';

/**
 * Returns the name of the variant of an action that takes several requests. Every action with `gathered` in its
 * contract has one.
 */
export const gatheredName = (action: string): string => `${action}.gathered`;
export const isGathered = (name: string): boolean => name.endsWith('.gathered');

/** Maximum number of requests in one call. */
export const gatheredAtMost = 64;

export const gatheredParams = { requests: t.array(t.json(), { min: 1, max: gatheredAtMost }) };

/** One request. `V`: the viewer; `H`: the headers of the call. */
export interface GatheredRequest<V, H> {
  readonly params: Record<string, unknown>;
  readonly viewer: V | undefined;
  readonly headers: H;
  readonly request_id: string | null;
}
/** The outcome of one request. Outcomes are in the order of the requests. */
export type GatheredOutcome =
  | {
      readonly data: unknown;
      readonly status: number;
      readonly replayed?: true;
      /** The cursor of the next page of the list in `data`. */
      readonly next?: string;
    }
  | { readonly code: ErrorCode; readonly extras?: unknown };
