/** Webhooks of an event file. */
import { sql } from 'kysely';
import { maybe } from '../../shared/contract/vocabulary.ts';
import { webhookFields as said } from '../../shared/contract/fields.ts';
import { updateRows } from '../../shared/database/bulk.ts';
import type { Db } from '../../shared/database/database.ts';
import { presentPosition } from '../../shared/database/facts.ts';
import { CannotApply, portable, type Comparison, type Wanted } from '../../shared/database/portable.ts';
import { hrefOf } from './address.ts';
import { webhook } from './entities.ts';
import { lockAll, insertWebhooks, publicKey, replaceSecrets, webhooksIn, type NewWebhook } from './webhooks.sql.ts';
import { webhooksAtMost } from './rules.ts';
import { hashOf, sealedFor, type KeptSecret } from './secret-store.ts';

export { checkUrl, type Forbidden } from './address.ts';
export { newSecret } from './signature.ts';

/**
 * A webhook without a key, made over HTTP, is identified by its id. Only the hash of a secret is compared; a new secret
 * replaces the former as over HTTP.
 */
export const webhooks = portable({
  kind: 'webhook',
  service: 'webhooks',
  table: webhook,
  place: ['organization_id'],
  within: 'organization_id',
  key: ['key'],
  columns: { key: said.key, url: said.url, types: said.types, ...maybe({ description: said.description }) },
  fields: ['super_event_id', 'secret_hash'],
  reads: ['super_event_id'],
  shown: {
    key: sql`coalesce(t.key, t.id::text)`,
    secret_hash: sql`t.secret_hash::text`,
    super_event: sql`(select s.slug from published.super_events s where s.id = t.super_event_id)`,
  },
  order: sql`t.created_at, t.id`,
  ids: { webhook_id: 'id', super_event_id: 'super_event_id' },
  facts({ action, fields }) {
    if (action === 'create') return 'webhook.created';
    if (action === 'remove') return 'webhook.deleted';
    return Object.keys(fields).join() === 'secret' ? 'webhook.secret_rotated' : 'webhook.changed';
  },
  fresh: { status: 'active', description: null },
  follows({ action, fields, ids }) {
    const isBoth = action === 'change' && 'secret' in fields && Object.keys(fields).length > 1;
    return isBoth ? [{ fact: 'webhook.secret_rotated', ids, before: {}, after: {} }] : [];
  },
  name: (row) => String(row['key']),
  // Only the host, because path and query may hold a secret.
  seen: { url: ['host', (url) => new URL(String(url)).host], secret_hash: ['secret', () => '***'] },

  manage: ({ url, types, description, super_event_id, secret }) => ({
    url: hrefOf(String(url)),
    ...{ types: [...new Set(types as string[])], description, super_event_id },
    secret_hash: hashOf(String(secret)),
  }),
  async prepare({ db, organization_id }, { created, changed }) {
    if (created.length + changed.length === 0) return undefined;
    await lockAll(db, organization_id);
    return [organization_id];
  },
  async write({ db }, { created, changed }) {
    const renewed = changed.filter(({ fields }) => 'secret_hash' in fields);
    const secrets = await keptSecrets(db, [...created, ...renewed.map(({ wanted }) => wanted)]);
    const drafts = created.map(
      ({ name, place, fields }) => ({ ...place, ...fields, ...secrets.get(name) }) as NewWebhook,
    );
    if (drafts.length > 0) await insertWebhooks(db, drafts, await presentPosition(db));
    const next = renewed.map(({ wanted: { name }, present: { id } }) => ({ id, ...secrets.get(name)! }));
    if (next.length > 0) await replaceSecrets(db, next);
    await updateSettings(db, changed);
    return {};
  },
  async settle({ db, organization_id }, { created }) {
    if (created.length === 0 || (await webhooksIn(db, organization_id)) <= webhooksAtMost) return;
    throw new CannotApply(
      `The organization would have more than ${webhooksAtMost} webhooks, with those that the file does not name.`,
      'Let fewer of them do for more types of facts, or delete some.',
    );
  },
  removable: {
    tells: ['url'],
    // Webhooks of other hackathons belong to other files.
    among: (_work, { unnamed }, { super_event_id: own = [] }) =>
      unnamed.filter(({ super_event_id }) => super_event_id === null || own.includes(super_event_id)),
  },
});

/** Encrypts the secrets of entries, by the entries' names. */
async function keptSecrets(db: Db, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, KeptSecret>> {
  if (wanted.length === 0) return new Map();
  const found = await publicKey(db);
  if (found) return new Map(wanted.map(({ name, entry }) => [name, sealedFor(found, String(entry['secret']))]));
  throw new CannotApply(
    'There is no key yet to seal the secrets of webhooks with.',
    'Start the service once, which makes one, then apply again.',
  );
}

async function updateSettings(db: Db, changed: Comparison['changed']): Promise<void> {
  const updates = changed.flatMap(({ present: { id }, fields }) => {
    const settings = Object.entries(fields).filter(([name]) => name !== 'secret_hash');
    return settings.length > 0 ? [{ id, ...Object.fromEntries(settings) }] : [];
  });
  await updateRows(db, webhook, updates, { by: ['id'] });
}
