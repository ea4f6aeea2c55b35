/** Follows the facts of an organization as they happen. */
import { isRefusal, MusterError, type Answer, type Muster } from '../../clients/typescript/src/index.ts';
import { statusOf } from './refused.ts';

type Fact = Answer<'organizations', 'listFacts'>['facts'][number];

export interface Following {
  readonly client: Muster;
  readonly organization: string;
  readonly superEvent?: string;
  /** Types of facts, separated by commas; all unless said. */
  readonly types?: string;
  readonly onFact: (fact: Fact) => void;
  /** `live` whenever a stream has begun; what was missed before the first is to be asked for then. */
  readonly onState: (state: 'live' | 'lost' | 'refused', why?: MusterError) => void;
}

/** Milliseconds after an answer that is neither facts nor a refusal that lasts. */
const later = 15_000;
const lasting = [401, 403, 404];

/** Begins to follow. Returns what ends it. A lost stream goes on where it was; nothing is told twice. */
export function followFacts(following: Following): () => void {
  const end = new AbortController();
  void follow(following, end.signal);
  return () => end.abort();
}

async function follow({ client, organization, superEvent, types, ...on }: Following, signal: AbortSignal) {
  const wanted = { orgId: organization, super_event_id: superEvent, types };
  const onConnection = (isOpen: boolean) => on.onState(isOpen ? 'live' : 'lost');
  while (!signal.aborted) {
    try {
      for await (const fact of client.organizations.streamFacts(wanted, { signal, onConnection })) on.onFact(fact);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof MusterError)) throw error;
      if (lasting.includes(statusOf(error))) return on.onState('refused', error);
      on.onState('lost', error);
      // Where the position was too old, what happened meanwhile is asked for when the next stream begins.
      if (!isRefusal(error, 'POSITION_EXPIRED')) await new Promise((resolve) => setTimeout(resolve, later));
    }
  }
}
