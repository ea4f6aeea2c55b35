import { Migration } from '@mikro-orm/migrations';

/** Judges read of a project all that its team says. */
export class Teams0022 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace view published.submissions as
        select id, team_id, event_id, checkin_point_id, title, answers_json, links, description, submitted_at,
               video_url, built_with, late_by_ms
          from teams.submission;
    `);
  }
}
