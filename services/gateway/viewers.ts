/** Asks the identity service whose a key or a session is. */
import type { ServiceBroker } from 'moleculer';
import type { Bus } from '../../shared/broker/bus.ts';
import type { ParsedKey } from '../../shared/broker/api-key.ts';
import type { Viewer } from '../../shared/broker/viewer.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import { forward } from './forward.ts';

/** Milliseconds: whoever must wait longer to be known is told to come again. */
const deadline = 3_000;

type Question = 'resolveKey' | 'resolveSession';

export interface Viewers {
  readonly ofKey: (key: ParsedKey) => Promise<Viewer | null>;
  /** `access_hash`: SHA-256 of the access token, hexadecimal. */
  readonly ofSession: (access_hash: string) => Promise<Viewer | null>;
}

export function viewersBehind(broker: ServiceBroker, bus: Bus): Viewers {
  const ask = async (question: Question, params: Record<string, unknown>) => {
    const errand = { params, viewer: undefined, writeKey: '', clientChoseKey: false };
    return (await forward(broker, bus, { action: `identity.${question}`, endpoint: { deadline }, ...errand })).data;
  };
  return {
    ofKey: async (key) => {
      const { viewer } = (await ask('resolveKey', { ...key })) as ActionAnswer<'identity.resolveKey'>;
      return viewer && { ...viewer, session_id: null };
    },
    ofSession: async (access_hash) => {
      const { viewer } = (await ask('resolveSession', { access_hash })) as ActionAnswer<'identity.resolveSession'>;
      return viewer && { ...viewer, organization_id: null, key_id: null };
    },
  };
}
