/** The writer of each letter. */
import type { LetterName } from '../../../shared/contract/letters.ts';
import { decision } from './decision.ts';
import { invitation } from './invitation.ts';
import { knownAddress } from './known-address.ts';
import { moved } from './moved.ts';
import { reset } from './reset.ts';
import { results } from './results.ts';
import { roleInvitation } from './role-invitation.ts';
import { unknownAddress } from './unknown-address.ts';
import { verification } from './verification.ts';
import { webhookDisabled } from './webhook-disabled.ts';
import type { Writer } from './writer.ts';

export const writers: { readonly [L in LetterName]: Writer<L> } = {
  verification,
  'known-address': knownAddress,
  reset,
  'unknown-address': unknownAddress,
  invitation,
  'role-invitation': roleInvitation,
  decision,
  moved,
  results,
  'webhook-disabled': webhookDisabled,
};
