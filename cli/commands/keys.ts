/** API keys, for operators. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { instantOf, isTime } from '../../event-file/format/times.ts';
import { listKeys, createKeys, revokeKeys, type ListedKey } from '../../event-file/keys.ts';
import { inDatabase } from '../database.ts';
import { organizationOrFail } from '../named.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { normalEmail } from '../../shared/contract/email-address.ts';
import { table } from '../../shared/base/words.ts';
import { keyEndedMessage, inTransaction } from '../transaction.ts';

interface CreateOptions {
  user: string;
  org: string;
  label: string;
  expires?: string | undefined;
}

/** Creates a key and prints its text, which is shown only once. */
export function create({ user, org, label, expires }: CreateOptions, output: CommandOutput): Promise<ExitCode> {
  const expires_at = expires === undefined ? null : instantOrFail(expires);
  if (label.trim() === '') throw new CommandFailure('--label is empty.', 'Name the key.', exitCodes.wrongUsage);
  const email = normalEmail(user) ?? user;
  return inDatabase(output, async (db) => {
    const organization_id = await organizationOrFail(db, org);
    const user_id = await personOrFail(db, email);
    const wanted = { label, user: email, user_id, expires_at };
    const texts = await inTransaction(db, output, {}, (work) => createKeys({ ...work, organization_id }, [wanted]));
    const text = texts?.get(label);
    if (!text) {
      throw new CommandFailure(
        `${org} already has a key labelled ${label}.`,
        `Choose another --label, or end that one: muster keys revoke ${label} --org ${org}`,
      );
    }
    output.say(`A key for ${email} in ${org}. It is shown once: store it now.`);
    output.answer({ label, organization: org, user: email, expires_at, key: text }, text);
    return exitCodes.done;
  });
}

/** Lists the keys of an organization, or all. */
export function list({ org }: { org?: string | undefined }, output: CommandOutput): Promise<ExitCode> {
  return inDatabase(output, async (db) => {
    const organization_id = org === undefined ? undefined : await organizationOrFail(db, org);
    const keys = (await listKeys(db, organization_id)).map(shown);
    const rows = keys.map((key) => [
      ...[key.label, key.organization, key.user],
      ...[dayOf(key.created_at), dayOf(key.last_used_at), dayOf(key.expires_at)],
    ]);
    const heading = ['LABEL', 'ORGANIZATION', 'USER', 'CREATED', 'LAST USED', 'EXPIRES'];
    output.answer({ api_keys: keys }, rows.length > 0 ? table([heading, ...rows]) : 'No keys.');
    return exitCodes.done;
  });
}

/** Revokes the keys with a label and notifies the gateways. */
export function revoke(
  { label, org }: { label: string; org?: string | undefined },
  output: CommandOutput,
): Promise<ExitCode> {
  return inDatabase(output, async (db) => {
    const found = (await listKeys(db)).filter(
      (key) => key.label === label && [undefined, key.organization].includes(org),
    );
    const key = onlyOne(found, label);
    const { organization_id } = key;
    let isHeard = false;
    const heard = (is: boolean) => void (isHeard = is);
    await inTransaction(db, output, { heard }, (work) => revokeKeys({ ...work, organization_id }, [key]));
    const { organization, user } = key;
    output.answer({ revoked: { label, organization, user } }, `Revoked ${label} of ${organization}.`);
    output.say(keyEndedMessage(isHeard));
    return exitCodes.done;
  });
}

function onlyOne(found: readonly ListedKey[], label: string): ListedKey {
  const [key, ...others] = found;
  if (!key) {
    throw new CommandFailure(`No key is labelled ${label}.`, 'muster keys list shows those there are.');
  }
  if (others.length === 0) return key;
  const organizations = found.map(({ organization }) => organization).join(', ');
  throw new CommandFailure(
    `Several organizations have a key labelled ${label}.`,
    `Add --org, one of: ${organizations}`,
  );
}

function instantOrFail(written: string): string {
  const problems: { type: string }[] = [];
  isTime(written, problems);
  const meant = problems.length === 0 ? instantOf(written, undefined) : undefined;
  if (meant && 'at' in meant && meant.at > new Date()) return meant.at.toISOString();
  const wrong = meant && 'at' in meant ? 'is over already' : 'is no time with an offset';
  throw new CommandFailure(`--expires ${written} ${wrong}.`, 'Write it as in 2027-03-08T00:00Z.', exitCodes.wrongUsage);
}

async function personOrFail(db: EntityManager, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from published.people where email = ${email}`.execute(db.getKysely());
  const [found] = rows;
  if (found) return found.id;
  throw new CommandFailure(`Nobody has the email ${email}.`, 'Add the person to an event file and apply it.');
}

const instant = (value: string | Date | null) => value && new Date(value).toISOString();
const dayOf = (value: string | null) => value?.slice(0, 10) ?? '-';
const shown = ({ label, organization, user, public_id, created_at, last_used_at, expires_at }: ListedKey) => ({
  ...{ label, organization, user, public_id },
  created_at: instant(created_at),
  last_used_at: instant(last_used_at),
  expires_at: instant(expires_at),
});
