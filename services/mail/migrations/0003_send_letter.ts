import { Migration } from '@mikro-orm/migrations';

/**
 * Adds a letter to the transaction of whoever causes it: it is sent when that commits, and never when it does not.
 * Twenty tries take three days. Services that join later are granted it by their own migrations.
 */
export class Mail0003 extends Migration {
  override up(): void {
    this.addSql(`
      create function published.send_letter(letter text, recipient text, payload jsonb, key text) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        perform graphile_worker.add_job(
          'letter',
          json_build_object('letter', letter, 'to', recipient, 'key', key, 'content', payload),
          job_key => key,
          max_attempts => 20);
      end $$;
      revoke execute on function published.send_letter from public;
      do $$
      declare sender text;
      begin
        for sender in select rolname from pg_roles
           where rolname in ('muster_identity', 'muster_events', 'muster_registrations', 'muster_onboarding', 'muster_judging')
        loop
          execute format('grant execute on function published.send_letter to %I', sender);
        end loop;
      end $$;
    `);
  }

  override down(): void {
    this.addSql(`drop function published.send_letter;`);
  }
}
