import { Migration } from '@mikro-orm/migrations';

/** Event files know webhooks by keys, and whether their secrets are others by hashes: nobody opens one to compare. */
export class Webhooks0021 extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhooks.webhook
        add column key         text,                   -- null for those made over HTTP
        add column secret_hash bytea check (length(secret_hash) = 32);
      create unique index webhook_key on webhooks.webhook (organization_id, key);
    `);
  }

  override down(): void {
    this.addSql(`
      alter table webhooks.webhook drop column key, drop column secret_hash;
    `);
  }
}
