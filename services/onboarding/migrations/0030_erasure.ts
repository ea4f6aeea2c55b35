import { Migration } from '@mikro-orm/migrations';

/** Invitations to erased people go, whether accepted or not. */
export class Onboarding0030 extends Migration {
  override up(): void {
    this.addSql(`
      create function onboarding.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      declare
        gone uuid[];
      begin
        with deleted as (
          delete from onboarding.invite i
           where (i.email = any (e.addresses) or i.accepted_by = any (e.people))
             and (e.hackathon is null or i.super_event_id = e.hackathon)
          returning i.id)
        select array_agg(id) into gone from deleted;
        e.marks := e.marks || coalesce(gone, '{}');
        perform published.erase_traces('onboarding', e, '{}');
      end
      $$;
      revoke execute on function onboarding.erase from public;
    `);
  }
}
