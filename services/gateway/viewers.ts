/** Asks the identity service for the viewer of a key or session. */
import type { ServiceBroker } from 'moleculer';
import type { Bus } from '../../shared/bus/bus.ts';
import type { ParsedKey } from '../../shared/base/api-key.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Identified } from './viewer-cache.ts';
import { forward } from './forward.ts';
import { ownCallTimeoutMs } from './limits.ts';

type Question = 'resolveKey' | 'resolveSession';

export interface Viewers {
  readonly ofKey: (key: ParsedKey) => Promise<Identified>;
  /** Looks up a session. `access_hash`: SHA-256 of the access token, hexadecimal. */
  readonly ofSession: (access_hash: string) => Promise<Identified>;
}

/** Looks viewers up over the bus. */
export function viewersBehind(broker: ServiceBroker, bus: Bus): Viewers {
  const ask = async (question: Question, params: Record<string, unknown>) => {
    const endpoint = { deadline: ownCallTimeoutMs };
    const call = {
      action: `identity.${question}`,
      endpoint,
      params,
      viewer: undefined,
      writeKey: '',
      clientChoseKey: false,
    };
    return (await forward(broker, bus, call)).data;
  };
  return {
    ofKey: async (key) => {
      const answer = (await ask('resolveKey', { ...key })) as ActionAnswer<'identity.resolveKey'>;
      const { viewer, valid_for: validFor } = answer;
      return { viewer: viewer && { ...viewer, session_id: null }, validFor };
    },
    ofSession: async (access_hash) => {
      const answer = (await ask('resolveSession', { access_hash })) as ActionAnswer<'identity.resolveSession'>;
      const { viewer, valid_for: validFor } = answer;
      return { viewer: viewer && { ...viewer, organization_id: null, key_id: null }, validFor };
    },
  };
}
