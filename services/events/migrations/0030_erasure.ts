import { Migration } from '@mikro-orm/migrations';

/** Erased people have no roles and no invitations to any. Who organizes a hackathon goes on when only its data of them goes. */
export class Events0030 extends Migration {
  override up(): void {
    this.addSql(`
      create function events.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      declare
        gone uuid[];
      begin
        delete from events.track_role o using events.track t
         where t.id = o.event_id and o.user_id = any (e.people)
           and (e.hackathon is null or (t.super_event_id = e.hackathon and o.role <> 'ORGANIZER'));
        update events.prize p
           set judge_user_ids = array(select j from unnest(p.judge_user_ids) j where j <> all (e.people))
         where p.judge_user_ids && e.people and (e.hackathon is null or p.super_event_id = e.hackathon);
        with deleted as (
          delete from events.role_invite i
           where lower(i.email) = any (e.addresses) and (e.hackathon is null or i.super_event_id = e.hackathon)
          returning i.id)
        select array_agg(id) into gone from deleted;
        if e.hackathon is null then
          update events.role_invite set message = null where invited_by = any (e.people);
        end if;
        e.marks := e.marks || coalesce(gone, '{}');
        perform published.erase_traces('events', e, '{name,slug,sponsor,description}');
      end
      $$;
      revoke execute on function events.erase from public;
    `);
  }
}
