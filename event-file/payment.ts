/** Sets the payment status of a hackathon, for a command. */
import { writePayment } from '../services/events/portable.ts';
import type { PaymentStatus } from '../shared/contract/vocabulary.ts';
import type { OrganizationContext } from '../shared/database/portable.ts';
import { audit } from './engine.ts';
import { superEvents } from './kinds.ts';

/**
 * @returns the former state, which may be the same; undefined if the hackathon does not exist.
 */
export async function setPayment(
  work: OrganizationContext,
  { id, slug }: { readonly id: string; readonly slug: string },
  payment_status: PaymentStatus,
): Promise<PaymentStatus | undefined> {
  const former = await writePayment(work.db, id, payment_status);
  if (former === undefined || former === payment_status) return former;
  const fields = { payment_status: [former, payment_status] } as const;
  const changed = {
    action: 'change',
    kind: superEvents.kind,
    name: slug,
    ids: { super_event_id: id },
    fields,
  } as const;
  await audit(work, superEvents, [changed], { action: 'payment.set' });
  return former;
}
