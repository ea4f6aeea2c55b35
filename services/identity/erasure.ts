/** The data that is stored of a person: the zip of it, and the erasure of their account, which can be taken back for two weeks. */
import { instant } from '../../shared/base/instant.ts';
import { hashToken, newLinkToken } from '../../shared/base/session-token.ts';
import { recordChanges } from '../../shared/database/audit.ts';
import type { Db } from '../../shared/database/database.ts';
import { sendEmail } from '../../shared/kit/emails.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { findAccount, findPassword } from './accounts.sql.ts';
import { beginErasure, endErasure, findErasure, isLastOwner, readData } from './erasure.sql.ts';
import type { ProvePasskey } from './passkeys.ts';
import { isOwnPassword } from './sessions.ts';

/** One text for each schema. Files come behind them, numbered because their names may repeat. */
const exportData: Action<'identity.exportData'> = async ({ db, viewer }) => {
  const data = await readData(db, viewer.user_id);
  const bySchema = Object.groupBy(Object.entries(data), ([table]) => table.slice(0, table.indexOf('.')));
  const texts = Object.entries(bySchema).map(([schema, tables = []]) => ({
    path: `${schema.replaceAll('_', '-')}.json`,
    content: `${JSON.stringify(Object.fromEntries(tables.map(([table, rows]) => [table.slice(schema.length + 1), rows])), null, 2)}\n`,
  }));
  const claimed = (data['registrations.file'] ?? []).filter(
    ({ claimed_by }) => claimed_by !== null,
  ) as readonly unknown[] as readonly Stored[];
  const files = claimed.map(({ id, super_event_id, size, filename }, index) => ({
    ...{ super_event_id, size },
    file_id: id,
    path: `files/${index + 1} ${filename}`,
  }));
  return { filename: 'my-data.zip', texts, files };
};

interface Stored {
  readonly id: string;
  readonly super_event_id: string;
  readonly size: number;
  readonly filename: string;
}

const getErasure: Action<'identity.getErasure'> = async ({ db, viewer }) => ({
  due_at: instant(await findErasure(db, viewer.user_id)),
});

type EraseMe = Action<'identity.eraseMe'>;
type Asking = Parameters<EraseMe>[0];

const eraseMeBy =
  (prove: ProvePasskey): EraseMe =>
  async (ctx) => {
    const { user_id } = ctx.viewer;
    const account = (await findPassword(ctx.db, user_id)) ?? ctx.fail('INVALID_CREDENTIALS');
    await refuseOther(prove, ctx, account);
    const { email } = account;
    const action = 'identity.eraseMe';
    const run = async (tx: Db) => {
      if (await isLastOwner(tx, user_id)) ctx.fail('LAST_OWNER');
      const { token, token_hash } = newLinkToken();
      const due_at = instant(await beginErasure(tx, user_id, token_hash));
      const data = { name: (await findAccount(tx, user_id))?.name ?? null, due_at };
      await sendEmail(tx, 'erasure', { to: email, key: `erasure/${user_id}`, secret: token, data });
      await note(ctx, tx, { action, user_id, before: null, after: due_at });
      return { status: 'erasing' as const, due_at };
    };
    const { answer, replayed } = await writeOnce(ctx, { action, scope: user_id, input: {}, run });
    if (replayed) ctx.markReplayed();
    ctx.setStatus(202);
    return answer;
  };

/** Refuses unless the person shows the password of the account, or a passkey of it. */
async function refuseOther(prove: ProvePasskey, ctx: Asking, account: Parameters<typeof isOwnPassword>[1]) {
  const { password, passkey } = ctx.params;
  if ((password === undefined) === (passkey === undefined)) ctx.fail('VALIDATION_FAILED', { errors: [either] });
  if (passkey && (await prove(ctx, passkey)) !== ctx.viewer.user_id) ctx.fail('PASSKEY_INVALID');
  if (password !== undefined && !(await isOwnPassword(ctx, account, password))) ctx.fail('INVALID_CREDENTIALS');
}
const either = { field: 'password', code: 'required', message: 'Give password or passkey, one of them.' };

const restoreMe: Action<'identity.restoreMe'> = async (ctx) => {
  const action = 'identity.restoreMe';
  const scope = hashToken(ctx.params.token);
  const run = async (tx: Db) => {
    const { user_id, email } = (await endErasure(tx, scope)) ?? ctx.fail('INVALID_LINK');
    await note(ctx, tx, { action, user_id, before: 'erasing', after: null });
    return { status: 'restored' as const, email };
  };
  return (await writeOnce(ctx, { action, scope, input: {}, run })).answer;
};

/** The actions of a person about their own data. */
export const privacyBy = (prove: ProvePasskey) => ({ exportData, getErasure, eraseMe: eraseMeBy(prove), restoreMe });

interface Noted {
  readonly action: string;
  readonly user_id: string;
  readonly before: string | null;
  readonly after: string | null;
}
/** Records it as the person's: the link shows who it is, and no session has to. */
const note = (
  ctx: { readonly requestId: string | null },
  tx: Db,
  { action, user_id, before, after }: Noted,
): Promise<void> =>
  recordChanges(
    tx,
    { organization_id: null, user_id, key_id: null, session_id: null, action, request_id: ctx.requestId },
    [{ fact: null, ids: { user_id }, before: { erasure: before }, after: { erasure: after } }],
  );
