import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';

/** The job queue, which holds the letters, has a schema of its own, and its own migrations ran before this one. */
export class Mail0001 extends Migration {
  override up(): void {
    this.addSql(sealingKey + letters + kitTables('mail') + kitViews('mail'));
  }
}

const sealingKey = `
  create table mail.sealing_key (
    public_key  bytea primary key check (length(public_key) = 32),
    since       timestamptz not null default now()
  );

  -- The key that secrets are sealed with for the mail service: the one that it started with last.
  create view published.mail_key as
    select public_key from mail.sealing_key order by since desc limit 1;
`;

const letters = `
  -- Adds a letter to the transaction that causes it: it is sent when that commits, and never when it does not. Twenty tries
  -- take three days.
  create function published.send_letter(letter text, recipient text, payload jsonb, key text) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform mail_queue.add_job(
      'letter',
      json_build_object('letter', letter, 'to', recipient, 'key', key, 'content', payload),
      job_key => key,
      max_attempts => 20);
  end $$;
  revoke execute on function published.send_letter from public;

  -- The same for many letters at once, a hundred times as fast as one by one. Each key may stand there once.
  create function published.send_letters(letter text, recipients text[], payloads jsonb[], keys text[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform mail_queue.add_jobs(array(
      select ('letter',
              json_build_object('letter', letter, 'to', l.recipient, 'key', l.key, 'content', l.payload),
              null, null, 20, l.key, null, null)::mail_queue.job_spec
        from unnest(recipients, payloads, keys) as l (recipient, payload, key)));
  end $$;
  revoke execute on function published.send_letters from public;
`;
