import { Migration } from '@mikro-orm/migrations';

/** Judges of a prize give each team that entered for it one score. Its winners are chosen, and then published. */
export class Judging0024 extends Migration {
  override up(): void {
    this.addSql(`
      -- That of a prize belongs to no track, so that no list or weight of a track has it.
      alter table judging.criterion
        alter column event_id drop not null,
        add column prize_id uuid constraint criterion_prize_id_key unique,
        add constraint criterion_of_check check ((event_id is null) <> (prize_id is null));

      alter table judging.assignment
        add column prize_id uuid,
        drop constraint assignment_event_id_team_id_judge_user_id_key,
        add constraint assignment_event_id_team_id_judge_user_id_prize_id_key
          unique nulls not distinct (event_id, team_id, judge_user_id, prize_id);
      create index assignment_of_prize on judging.assignment (prize_id) where prize_id is not null;

      create table judging.award (
        prize_id         uuid primary key,
        organization_id  uuid not null,
        super_event_id   uuid not null,
        team_ids         uuid[] not null,              -- as chosen
        published_ids    uuid[],                       -- as published, whatever is chosen later
        published_at     timestamptz
      );
      create index award_of_super_event on judging.award (super_event_id);
      create view published.awards as
        select prize_id, super_event_id, team_ids, published_ids, published_at from judging.award;
    `);
    this.addSql(assignments + progress);
  }
}

/** A team that does not enter any more takes leave of the judges of the prize. */
const entered = '(a.prize_id is null or published.enters(a.prize_id, a.team_id))';

/** Judges of a prize are those of any of the hackathon's tracks. */
const assignments = `
  create or replace view published.assignments as
    select a.id, a.organization_id, a.super_event_id, a.event_id, a.team_id, a.judge_user_id, a.created_at, a.submitted_at,
           a.prize_id
      from judging.assignment a join published.teams t on t.id = a.team_id and t.event_id = a.event_id
     where ${entered};

  create or replace view published.located_assignment as
    select a.id, a.organization_id, a.super_event_id, case when a.prize_id is null then a.event_id end as event_id,
           a.judge_user_id as owner_id, null::uuid as team_id, t.is_draft, t.is_private
      from judging.assignment a
     cross join lateral (select * from published.located_team where id = a.team_id limit 1) t
     where t.event_id = a.event_id and ${entered};
`;

/** A prize has one criterion. */
const progress = `
  drop view judging.assignment_progress;
  create view judging.assignment_progress as
    select a.*, p.name as judge_name, t.name as team_name, t.problem as team_problem, t."table", t.table_order,
           case when a.submitted_at is not null then 'SUBMITTED'
                when n.scored = 0 then 'PENDING'
                when n.scored < n.criteria then 'IN_PROGRESS'
                else 'READY' end as status,
           case when a.submitted_at is not null then 1
                when n.criteria = 0 then 0
                else n.scored::float8 / n.criteria end as progress,
           (select json_build_object('id', z.id, 'name', z.name) from published.prizes z where z.id = a.prize_id) as prize
      from judging.assignment a
      join published.teams t on t.id = a.team_id and t.event_id = a.event_id
      join published.people p on p.id = a.judge_user_id
      cross join lateral (
        select case when a.prize_id is null
                    then (select count(*) from judging.criterion c where c.event_id = a.event_id) else 1 end as criteria,
               (select count(*) from judging.score s where s.assignment_id = a.id) as scored) n
     where ${entered};
`;
