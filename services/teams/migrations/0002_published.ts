import { Migration } from '@mikro-orm/migrations';

export class Teams0002 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.teams as
        select t.id, t.organization_id, t.super_event_id, t.event_id, t.name
          from teams.team t join published.tracks e on e.id = t.event_id
         where t.deleted_at is null;

      create view published.team_members as
        select team_id, super_event_id, event_id, user_id, role, joined_at from teams.member where left_at is null;

      create view published.submissions as
        select id, team_id, event_id, checkin_point_id, title, answers_json, links, description, submitted_at
          from teams.submission;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.submissions;
      drop view published.team_members;
      drop view published.teams;
    `);
  }
}
