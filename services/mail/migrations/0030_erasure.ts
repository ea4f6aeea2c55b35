import { Migration } from '@mikro-orm/migrations';

/** Letters to erased people go: from the queue in the transaction, and from the data directory by a job of their own. */
export class Mail0030 extends Migration {
  override up(): void {
    this.addSql(`
      create function mail.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      begin
        delete from mail_queue._private_jobs j
         where (j.payload ->> 'to' = any (e.addresses)
                and (e.hackathon is null
                     or (j.payload #>> '{content,data,happening,super_event_id}') is not distinct from e.hackathon::text))
            or (j.payload ->> 'user_id' = any (e.people::text[])
                and (e.hackathon is null
                     or (select a.super_event_id from mail.announcement a where a.id::text = j.payload ->> 'announcement_id')
                        = e.hackathon));
        update mail.recipient r set user_id = published.stand_in(r.user_id, e)
          from mail.announcement a
         where a.id = r.announcement_id and r.user_id = any (e.people) and a.super_event_id = e.hackathon;
        if e.hackathon is null then
          delete from mail.subscription where user_id = any (e.people);
        end if;
        perform published.erase_traces('mail', e, '{subject}');
        perform mail_queue.add_job('forget-letters', json_build_object('addresses', e.addresses));
      end
      $$;
      revoke execute on function mail.erase from public;
    `);
  }
}
