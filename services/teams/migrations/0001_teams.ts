import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

/** The unique indexes are rules: one active team per person and super event, at most one leader per team. */
export class Teams0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table teams.team (
        id               uuid primary key default gen_random_uuid(),
        organization_id  uuid not null,
        super_event_id   uuid not null,
        event_id         uuid not null,
        name             text not null,
        problem          text,
        avatar_url       text,
        is_open          boolean not null default true,
        squad_id         uuid,
        created_at       timestamptz not null default now(),
        updated_at       timestamptz not null default now(),
        deleted_at       timestamptz
      );
      create index team_of_track on teams.team (event_id, created_at, id) where deleted_at is null;
      create index team_of_super_event on teams.team (super_event_id, created_at, id) where deleted_at is null;

      create table teams.member (
        id              uuid primary key default gen_random_uuid(),
        team_id         uuid not null references teams.team,
        super_event_id  uuid not null,
        event_id        uuid not null,
        user_id         uuid not null,
        role            text not null check (role in ('LEADER', 'MEMBER')),
        joined_at       timestamptz not null default now(),
        left_at         timestamptz
      );
      create unique index one_active_team on teams.member (super_event_id, user_id) where left_at is null;
      create unique index one_leader on teams.member (team_id) where role = 'LEADER' and left_at is null;
      create index member_of_team on teams.member (team_id, joined_at, id);
      create index member_user on teams.member (user_id, super_event_id);

      create table teams.submission (
        id                uuid primary key default gen_random_uuid(),
        team_id           uuid not null references teams.team,
        super_event_id    uuid not null,
        event_id          uuid not null,
        checkin_point_id  uuid,                        -- null: the team's project submission
        title             text not null,
        description       text,
        links             jsonb not null default '[]',
        answers_json      jsonb not null default '{}',
        submitted_by      uuid not null,
        submitted_at      timestamptz not null default now(),
        updated_at        timestamptz not null default now()
      );
      create index submission_of_team on teams.submission (team_id, checkin_point_id);
      create index submission_of_track on teams.submission (event_id, submitted_at, id);
      ${kitTables('teams')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${dropKitTables('teams')}
      drop table teams.submission;
      drop table teams.member;
      drop table teams.team;
    `);
  }
}
