/** As whom a load test acts: a person who is signed in, or the operator where the database is at hand. */
import { applyWithin } from '../../event-file/plan/apply-within.ts';
import type { WrittenEventFile } from '../../event-file/format/schema.ts';
import { checkEventFile } from '../../event-file/read.ts';
import { withDatabase, withOwner } from '../database.ts';
import type { Output } from '../output.ts';
import { inTransaction } from '../transaction.ts';
import { ask, type Api } from './api.ts';
import type { Apply } from './hackathon.ts';
import { borrowKey } from './keys.ts';
import { signIn } from './session.ts';

export interface Access {
  readonly api: Api;
  /** The slug of the organization, where it is known. */
  readonly org: string | undefined;
  readonly apply: Apply;
  /** Ends the session or the key. */
  readonly giveBack: () => Promise<void>;
}

interface Asked {
  readonly url: string;
  readonly user: string | undefined;
  readonly org: string | undefined;
  readonly seconds: number;
}

export const accessFor = ({ user, ...asked }: Asked, output: Output): Promise<Access> =>
  user === undefined ? asOperator(asked, output) : asPerson({ ...asked, user });

/** Making a hackathon over HTTP takes a session. */
async function asPerson({ url, user, org }: Asked & { readonly user: string }): Promise<Access> {
  const { api, end } = await signIn(url, user);
  const apply: Apply = (body) =>
    ask(api, `/organizations/${body.organization.slug}/event-file/apply`, { method: 'POST', body });
  return { api, org, apply, giveBack: end };
}

async function asOperator({ url, org, seconds }: Omit<Asked, 'user'>, output: Output): Promise<Access> {
  const key = await borrowKey(org, seconds, output);
  const api: Api = { url, headers: () => Promise.resolve({ 'X-Api-Key': key.text }) };
  const apply = (body: WrittenEventFile) => applyInDatabase(body, output);
  return { api, org: key.org, apply, giveBack: () => key.giveBack(api) };
}

const applyInDatabase = (written: WrittenEventFile, output: Output) =>
  withDatabase(output, (url) =>
    withOwner(url, async (db) => {
      const reading = checkEventFile('load test', JSON.stringify(written), {});
      if ('problems' in reading) throw new Error(reading.problems[0]?.message);
      return (await inTransaction(db, output, {}, (work) => applyWithin(work, reading.file))).result;
    }),
  );
