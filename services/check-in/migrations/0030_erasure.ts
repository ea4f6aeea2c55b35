import { Migration } from '@mikro-orm/migrations';

/** Check-ins stay, because they are counted; the reasons why some were annulled go. */
export class CheckIn0030 extends Migration {
  override up(): void {
    this.addSql(`
      create function check_in.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      declare
        theirs uuid[];
      begin
        theirs := array(
          select r.id from check_in.record r join check_in.point p on p.id = r.point_id
           where (r.user_id = any (e.people) or (r.annulled_by = any (e.people) and e.hackathon is null))
             and (e.hackathon is null or p.super_event_id = e.hackathon));
        update check_in.record r
           set user_id = published.stand_in(r.user_id, e),
               annul_reason = case when r.annul_reason is not null then 'erased' end
         where r.id = any (theirs);
        e.marks := e.marks || theirs;
        perform published.erase_traces('check_in', e, '{name,key}');
      end
      $$;
      revoke execute on function check_in.erase from public;
    `);
  }
}
