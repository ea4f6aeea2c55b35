/** Keys for a load test: one of an owner where the database is at hand, and as many as the doors need. */
import { sql } from 'kysely';
import { withDatabase, withOwner } from '../database.ts';
import { freshKeys } from '../fresh-keys.ts';
import { CommandFailure, type Output } from '../output.ts';
import { ask, type Api } from './api.ts';
import type { Organization } from './hackathon.ts';

export interface Key {
  readonly id: string;
  readonly text: string;
}
interface Borrowed {
  readonly text: string;
  readonly org: string;
  readonly giveBack: (api: Api) => Promise<void>;
}

/** Scans a minute that a key is let, unless the installation says otherwise; some room is left. */
const perKey = 2_500;
const keysAtMost = 20;
/** Milliseconds after its end, when what could not be removed ends by itself. */
const grace = 15 * 60_000;
const label = 'load test';
const endOf = (seconds: number) => new Date(Date.now() + seconds * 1_000 + grace).toISOString();

/**
 * A key of the owner of the organization, or of the only one there is, from the database that other commands use as well.
 * @param seconds How long scans will be sent.
 */
export function borrowKey(org: string | undefined, seconds: number, output: Output): Promise<Borrowed> {
  return withDatabase(output, (url) =>
    withOwner(url, async (db) => {
      const { rows } = await sql<{ slug: string; email: string }>`
        select distinct on (o.slug) o.slug, p.email
          from published.organizations o join published.members m on m.organization_id = o.id and m.role = 'OWNER'
          join published.people p on p.id = m.user_id
         where ${org ?? null}::text is null or o.slug = ${org ?? null} order by o.slug, p.id`.execute(db.getKysely());
      const [owner, ...others] = rows;
      if (!owner || others.length > 0) throw ambiguous(rows.map(({ slug }) => slug));
      const keys = await freshKeys(db, output, owner.slug, new Map([[label, owner.email]]), endOf(seconds));
      return { text: keys.get(label) ?? '', org: owner.slug, giveBack: (api) => giveBack(api, owner.slug) };
    }),
  );
}

const ambiguous = (slugs: readonly string[]) =>
  slugs.length === 0
    ? new CommandFailure(
        'The database has no such organization with an owner.',
        'Name one with --org, or sign in with --user.',
      )
    : new CommandFailure(`There are several organizations: ${slugs.join(', ')}.`, 'Name one with --org.');

/** With it end the keys that were made with it. */
async function giveBack(api: Api, slug: string): Promise<void> {
  const path = `/organizations/${slug}/keys`;
  const { api_keys } = await ask<{ api_keys: { id: string; label: string }[] }>(api, path);
  const own = api_keys.find((key) => key.label === label);
  if (own) await ask(api, `${path}/${own.id}`, { method: 'DELETE' });
}

interface Needed {
  readonly id: string;
  readonly rate: number;
  readonly seconds: number;
  readonly keys: Key[];
}

/** Kiosks have a key each, and each key a limit of its own. */
export async function makeKeys(api: Api, { slug }: Organization, { id, rate, seconds, keys }: Needed): Promise<void> {
  const many = Math.min(keysAtMost, Math.ceil((rate * 60) / perKey));
  const expires_at = endOf(seconds);
  for (let number = 1; number <= many; number++) {
    const made = await ask<{ key: string; api_key: { id: string } }>(api, `/organizations/${slug}/keys`, {
      method: 'POST',
      body: { label: `load test ${id}, door ${number}`, expires_at },
    });
    keys.push({ id: made.api_key.id, text: made.key });
  }
}

export const revoke = (api: Api, { slug }: Organization, { id }: Key) =>
  ask(api, `/organizations/${slug}/keys/${id}`, { method: 'DELETE' });
