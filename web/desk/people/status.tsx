import type { RegistrationStatus } from '../../../shared/contract/values.ts';
import { statuses } from '../texts/en.ts';

const kinds: Readonly<Record<RegistrationStatus, readonly [kind: string, sign: string]>> = {
  pending: ['', '…'],
  accepted: ['good', '✓'],
  waitlisted: ['warn', '≡'],
  rejected: ['bad', '✕'],
  cancelled: ['', '–'],
};

/** The status of a registration: word, sign and colour. */
export function Status({ of }: { readonly of: RegistrationStatus }) {
  const [kind, sign] = kinds[of];
  return (
    <span class={`tag ${kind}`} data-status={of}>
      <span aria-hidden="true">{sign} </span>
      {statuses[of]}
    </span>
  );
}
