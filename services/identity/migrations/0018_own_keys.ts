import { Migration } from '@mikro-orm/migrations';

/** Keys that people make themselves. What a key made ends with it, whoever revokes it, so that one found does not live on. */
export class Identity0018 extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity.api_key add column made_with text;
      create index api_key_made_with on identity.api_key (made_with) where made_with is not null;

      create function identity.revoke_descendants() returns trigger
      language plpgsql
      as $$
      begin
        update identity.api_key set revoked_at = new.revoked_at
         where made_with = new.public_id and revoked_at is null;
        return null;
      end
      $$;
      create trigger api_key_descendants after update of revoked_at on identity.api_key
        for each row when (old.revoked_at is null and new.revoked_at is not null)
        execute function identity.revoke_descendants();
    `);
  }

  override down(): void {
    this.addSql(`
      drop trigger api_key_descendants on identity.api_key;
      drop function identity.revoke_descendants;
      alter table identity.api_key drop column made_with;
    `);
  }
}
