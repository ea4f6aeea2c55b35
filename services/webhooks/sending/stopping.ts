/** Switches webhooks off that nothing reaches any more, or that want no more: told to whoever follows facts. */
import type { Change } from '../../../shared/database/audit.ts';
import { recordChanges } from '../../../shared/database/audit.ts';
import type { Db } from '../../../shared/database/database.ts';
import { transaction } from '../../../shared/database/transaction.ts';
import { stopWebhook, writeToOwners } from '../queries/outcomes.ts';

const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

/** @returns whose it was; undefined where it had stopped before. */
export function stop(db: Db, id: string, status: 'disabled' | 'ended'): Promise<string | undefined> {
  return transaction(db.fork(), async (tx) => {
    const stopped = await stopWebhook(tx, id, status);
    if (!stopped) return undefined;
    const { organization_id, super_event_id, url } = stopped;
    const fact: Change['fact'] = `webhook.${status}`;
    const change = { fact, ids: { webhook_id: id }, before: { status: 'active' }, after: { status } };
    await recordChanges(tx, { organization_id, super_event_id, ...nobody, action: 'webhooks.deliver' }, [change]);
    if (status === 'disabled') await writeToOwners(tx, stopped, new URL(url).host);
    return organization_id;
  });
}
