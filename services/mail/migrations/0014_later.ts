import { Migration } from '@mikro-orm/migrations';

/** Letters that leave later, and can be taken back until then. */
export class Mail0014 extends Migration {
  override up(): void {
    this.addSql(`
      -- As send_letters, for letters that are not sent before a time.
      create function published.send_letters_later(
        letter text, recipients text[], payloads jsonb[], keys text[], leaves_at timestamptz) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        perform mail_queue.add_jobs(array(
          select ('letter',
                  json_build_object('letter', letter, 'to', l.recipient, 'key', l.key, 'content', l.payload),
                  null, leaves_at, 20, l.key, null, null)::mail_queue.job_spec
            from unnest(recipients, payloads, keys) as l (recipient, payload, key)));
      end $$;
      revoke execute on function published.send_letters_later from public;

      -- Has a letter that has not left stay. Without effect where it has left, or none has this key.
      create function published.take_back_letter(key text) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        perform mail_queue.remove_job(key);
      end $$;
      revoke execute on function published.take_back_letter from public;
    `);
  }
}
