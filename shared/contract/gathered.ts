/** How requests that share a call travel: what each says, and what came of each. */
import type { ErrorCode } from './errors.ts';
import { t } from './schema.ts';

/** The action that takes several requests of this one at once; it stands beside every action whose contract is `gathered`. */
export const gatheredName = (action: string): string => `${action}.gathered`;

/** Requests in one call at most. */
export const gatheredAtMost = 64;

export const gatheredParams = { requests: t.array(t.json(), { min: 1, max: gatheredAtMost }) };

/** `V`: the viewer, `H`: what travels beside the parameters. */
export interface GatheredRequest<V, H> {
  readonly params: Record<string, unknown>;
  readonly viewer: V | undefined;
  readonly headers: H;
  readonly request_id: string | null;
}
/** In the order of the requests. */
export type GatheredOutcome =
  | { readonly data: unknown; readonly status: number; readonly replayed?: true }
  | { readonly code: ErrorCode; readonly extras?: unknown };
