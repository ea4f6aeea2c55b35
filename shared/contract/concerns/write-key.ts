/**
 * Write keys: a write that is sent again is answered as before and happens once. Under the client's `Idempotency-Key`, other
 * input is refused (422), and so is a repeat while the first still runs (409): by `shared/kit/unit-of-work.ts`, which keeps the
 * keys, or by the process that works on the first (`shared/bus/transporter.ts`).
 */
import type { Endpoint } from '../endpoint.ts';
import type { Promised } from './concern.ts';

export const replayed = {
  'Idempotent-Replayed': 'true where the answer was given before, to a request with the same Idempotency-Key',
};

export const writeKeyOf = ({ access, unit }: Endpoint): Promised => {
  if (unit === 'read') return {};
  // Without a viewer, the client's own key is ignored.
  return {
    errors: ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
    ...(access !== 'public' && { headers: replayed }),
  };
};
