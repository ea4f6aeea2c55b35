import { Migration } from '@mikro-orm/migrations';

/** Facts that wait for their delivery, or were delivered, lose what erased people wrote. */
export class Webhooks0030 extends Migration {
  override up(): void {
    this.addSql(`
      create function webhooks.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      begin
        -- The body has the fact in \`data\`, and what it says in \`data.data\`.
        update webhooks.fact f
           set body = jsonb_set(published.with_stand_ins(f.body::jsonb, e), '{data,data}',
                                published.with_stand_ins(published.without_words(f.body::jsonb #> '{data,data}',
                                  '{status,role,type,method,visibility,registration,ranking,kind,field_type,name,slug}'), e))::text
         where (e.hackathon is null or f.body::jsonb #>> '{data,super_event_id}' = e.hackathon::text)
           and published.mentions(f.body, e.marks) and f.type <> 'person.erased';
        perform published.erase_traces('webhooks', e, '{}');
      end
      $$;
      revoke execute on function webhooks.erase from public;
    `);
  }
}
