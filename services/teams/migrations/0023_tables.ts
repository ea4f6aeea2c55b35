import { Migration } from '@mikro-orm/migrations';

/**
 * The table at which a team sits. One of a hackathon, because its tracks share the hall; checked at the end of a statement, so
 * that one statement can number teams anew.
 */
export class Teams0023 extends Migration {
  override up(): void {
    this.addSql(`
      alter table teams.team
        add column "table" text constraint team_table_check check (char_length("table") between 1 and 20),
        add constraint team_super_event_id_table_key unique (super_event_id, "table") deferrable initially immediate;

      -- A2 comes before A10, and a team without a table last.
      create function published.table_order("table" text) returns text
      language sql immutable parallel safe
      return case when "table" is null then '1'
                  else '0' || regexp_replace(regexp_replace(lower("table"), '(\\d+)', repeat('0', 20) || '\\1', 'g'),
                                             '\\d*(\\d{20})', '\\1', 'g') end;

      create or replace view published.teams as
        select t.id, t.organization_id, t.super_event_id, t.event_id, t.name, t.problem, t."table",
               published.table_order(t."table") as table_order
          from teams.team t join published.tracks e on e.id = t.event_id
         where t.deleted_at is null;
    `);
  }
}
