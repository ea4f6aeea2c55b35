import { Migration } from '@mikro-orm/migrations';

/**
 * Judges who said that they cannot judge a team, and the results of tracks that were published by the fair ranking: what teams
 * were told stays so, whatever is calculated later.
 */
export class Judging0024 extends Migration {
  override up(): void {
    this.addSql(`
      create table judging.declared_conflict (
        id             uuid primary key default uuidv7(),
        team_id        uuid not null,
        judge_user_id  uuid not null,
        reason         text not null,
        declared_at    timestamptz not null default now(),
        unique (team_id, judge_user_id)
      );

      -- Null for what was published before there was a choice, which is plain.
      alter table judging.ranking add column published_as text check (published_as in ('plain', 'fair'));

      create table judging.published_result (
        id               uuid primary key default uuidv7(),
        event_id         uuid not null references judging.ranking,
        team_id          uuid not null,
        overall_score    numeric not null,
        rank             integer not null,
        score_breakdown  jsonb not null,
        explanation      text[] not null,              -- a sentence for each review
        created_at       timestamptz not null,         -- when the team was first ranked
        unique (event_id, team_id)
      );
    `);
  }

  override down(): void {
    this.addSql(`
      drop table judging.published_result;
      alter table judging.ranking drop column published_as;
      drop table judging.declared_conflict;
    `);
  }
}
