import { Migration } from '@mikro-orm/migrations';

/** The gallery reads the newest project of each team of a hackathon; milestones are not in its way. */
export class Teams0027 extends Migration {
  override up(): void {
    this.addSql(`
      create index submission_shown on teams.submission (super_event_id, team_id, submitted_at desc, id)
        where checkin_point_id is null;
    `);
  }
}
