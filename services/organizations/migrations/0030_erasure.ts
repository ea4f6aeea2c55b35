import { Migration } from '@mikro-orm/migrations';

/** Erased people belong to no organization. */
export class Organizations0030 extends Migration {
  override up(): void {
    this.addSql(`
      create function organizations.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      begin
        if e.hackathon is null then
          delete from organizations.member where user_id = any (e.people);
        end if;
        perform published.erase_traces('organizations', e, '{name,slug}');
      end
      $$;
      revoke execute on function organizations.erase from public;
    `);
  }
}
