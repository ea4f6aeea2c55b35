/** The payment status of hackathons, which only the operator sets. */
import { setPayment } from '../../event-file/payment.ts';
import { inDatabase } from '../database.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { superEventOrFail } from '../named.ts';
import { inTransaction } from '../transaction.ts';

interface SetOptions {
  slug: string;
  status: string;
  org?: string | undefined;
}

const statuses = ['paid', 'unpaid', 'refunded'] as const;

export function set({ slug: named, status, org }: SetOptions, output: CommandOutput): Promise<ExitCode> {
  const wanted = statuses.find((each) => each === status);
  if (!wanted) {
    const next = `Known are: ${statuses.join(', ')}`;
    throw new CommandFailure(`${status} is no state of payment.`, next, exitCodes.wrongUsage);
  }
  return inDatabase(output, async (db) => {
    const { id, slug, organization, organization_id } = await superEventOrFail(db, named, org);
    const former = await inTransaction(db, output, {}, (work) =>
      setPayment({ ...work, organization_id }, { id, slug }, wanted),
    );
    if (former === undefined) throw new CommandFailure(`${slug} was deleted just now.`, 'Nothing was changed.');
    const sentence = former === wanted ? `is ${wanted} already` : `was ${former}, and is ${wanted} now`;
    output.answer(
      { super_event: slug, organization, payment_status: wanted, former },
      `${slug} of ${organization} ${sentence}.`,
    );
    return exitCodes.done;
  });
}
