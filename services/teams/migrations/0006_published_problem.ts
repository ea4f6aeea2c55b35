import { Migration } from '@mikro-orm/migrations';

/** Judges read what problem a team works on. */
export class Teams0006 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace view published.teams as
        select t.id, t.organization_id, t.super_event_id, t.event_id, t.name, t.problem
          from teams.team t join published.tracks e on e.id = t.event_id
         where t.deleted_at is null;
    `);
  }

  /** The view cannot be made narrower while others rest upon it; nobody minds one more column. */
  override down(): void {}
}
