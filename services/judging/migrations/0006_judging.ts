import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

/**
 * The weights of a track are exact decimals, and `weight_total` keeps their sum: whoever changes a weight holds its row
 * first, and the sum changes in the same transaction. Nothing is ever above 1.
 */
export class Judging0006 extends Migration {
  override up(): void {
    this.addSql(`
      create table judging.criterion (
        id               uuid primary key default gen_random_uuid(),
        organization_id  uuid not null,
        super_event_id   uuid not null,
        event_id         uuid not null,
        name             text not null,
        description      text,
        weight           numeric(6,5) not null check (weight between 0 and 1),
        order_index      double precision not null,
        created_at       timestamptz not null default now()
      );
      create index criterion_of_track on judging.criterion (event_id, order_index, id);

      create table judging.weight_total (
        event_id  uuid primary key,
        total     numeric(6,5) not null default 0 check (total between 0 and 1)
      );

      create table judging.assignment (
        id               uuid primary key default gen_random_uuid(),
        organization_id  uuid not null,
        super_event_id   uuid not null,
        event_id         uuid not null,
        team_id          uuid not null,
        judge_user_id    uuid not null,
        created_at       timestamptz not null default now(),
        submitted_at     timestamptz,
        unique (event_id, team_id, judge_user_id)
      );
      create index assignment_of_track on judging.assignment (event_id, created_at, id);
      create index assignment_of_judge on judging.assignment (judge_user_id, event_id);

      create table judging.score (
        id             uuid primary key default gen_random_uuid(),
        assignment_id  uuid not null references judging.assignment on delete cascade,
        criterion_id   uuid not null references judging.criterion on delete cascade,
        value          numeric not null,
        comment        text,                            -- for organizers
        feedback       text,                            -- for the team
        created_at     timestamptz not null default now(),
        updated_at     timestamptz not null default now(),
        unique (assignment_id, criterion_id)
      );
      create index score_of_criterion on judging.score (criterion_id);

      -- One row per track that was ever ranked. Who calculates or publishes holds it.
      create table judging.ranking (
        event_id               uuid primary key,
        calculated_at          timestamptz not null,
        notifications_sent_at  timestamptz
      );
      create table judging.result (
        id              uuid primary key default gen_random_uuid(),
        event_id        uuid not null references judging.ranking,
        team_id         uuid not null,
        overall_score   numeric not null,
        rank            integer not null,
        assignment_ids  uuid[] not null,             -- that counted
        created_at      timestamptz not null,        -- when the team was first ranked here
        updated_at      timestamptz not null,        -- when anything of it last changed
        unique (event_id, team_id)
      );
      create index result_of_track on judging.result (event_id, rank);
      ${kitTables('judging')}

      create view published.criteria as
        select c.id, c.organization_id, c.super_event_id, c.event_id, c.name, c.description, c.weight, c.order_index
          from judging.criterion c join published.tracks t on t.id = c.event_id;

      -- A team that is deleted, or goes to another track, takes leave of its judges.
      create view published.assignments as
        select a.id, a.organization_id, a.super_event_id, a.event_id, a.team_id, a.judge_user_id, a.created_at, a.submitted_at
          from judging.assignment a join published.teams t on t.id = a.team_id and t.event_id = a.event_id;

      create view published.scores as
        select s.id, s.assignment_id, s.criterion_id, a.organization_id, a.super_event_id, a.event_id, a.judge_user_id
          from judging.score s join published.assignments a on a.id = s.assignment_id;

      -- How far each assignment is, with what a read says of it. What is handed in is done, whatever criteria come later.
      create view judging.standing as
        select a.*, p.name as judge_name, t.name as team_name, t.problem as team_problem,
               case when a.submitted_at is not null then 'SUBMITTED'
                    when n.scored = 0 then 'PENDING'
                    when n.scored < n.criteria then 'IN_PROGRESS'
                    else 'READY' end as status,
               case when a.submitted_at is not null then 1
                    when n.criteria = 0 then 0
                    else n.scored::float8 / n.criteria end as progress
          from judging.assignment a
          join published.teams t on t.id = a.team_id and t.event_id = a.event_id
          join published.people p on p.id = a.judge_user_id
          cross join lateral (
            select (select count(*) from judging.criterion c where c.event_id = a.event_id) as criteria,
                   (select count(*) from judging.score s where s.assignment_id = a.id) as scored) n;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view judging.standing;
      drop view published.scores;
      drop view published.assignments;
      drop view published.criteria;
      ${dropKitTables('judging')}
      drop table judging.result;
      drop table judging.ranking;
      drop table judging.score;
      drop table judging.assignment;
      drop table judging.weight_total;
      drop table judging.criterion;
    `);
  }
}
