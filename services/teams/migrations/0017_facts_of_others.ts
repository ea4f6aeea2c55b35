import { Migration } from '@mikro-orm/migrations';
import { author, authorColumns, authorOf } from '../../../shared/database/fact-tables.ts';

/** As before, and who leaves by it, or leads a team from then on, leaves an audit row, and so a fact. */
export class Teams0017 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function published.end_memberships(people uuid[], tracks uuid[]) returns void
      language plpgsql security definer set search_path = ''
      as $$
      declare
        affected uuid[];
        leaderless uuid[];
      begin
        ${lockTeams}

        with gone as (
          update teams.member m set left_at = clock_timestamp()
           where m.team_id = any (affected) and m.user_id = any (people) and m.left_at is null
          returning m.team_id, m.user_id, m.role),
        noted as (
          insert into teams.audit
                 (organization_id, super_event_id, event_id, ${authorColumns}, fact, ids, before, after)
          select t.organization_id, t.super_event_id, t.event_id, ${authorOf('published.end_memberships')},
                 'team.member_left', jsonb_build_object('team_id', g.team_id, 'user_id', g.user_id),
                 jsonb_build_object('team_id', g.team_id), '{"team_id": null}'
            from gone g join teams.team t on t.id = g.team_id, ${author}
           order by g.team_id, g.user_id)
        select array_agg(team_id) into leaderless from gone where role = 'LEADER';

        ${succeed}

        insert into teams.audit (organization_id, super_event_id, event_id, ${authorColumns}, fact, ids, before, after)
        select t.organization_id, t.super_event_id, t.event_id, ${authorOf('published.end_memberships')},
               'team.leader_changed', jsonb_build_object('team_id', t.id), '{}',
               jsonb_build_object('leader_user_id',
                                  (select m.user_id from teams.member m
                                    where m.team_id = t.id and m.left_at is null and m.role = 'LEADER'))
          from teams.team t, ${author}
         where t.id = any (leaderless)
         order by t.id;
      end
      $$;
    `);
  }

  override down(): void {
    this.addSql(`
      create or replace function published.end_memberships(people uuid[], tracks uuid[]) returns void
      language plpgsql security definer set search_path = ''
      as $$
      declare
        affected uuid[];
      begin
        ${lockTeams}

        update teams.member m set left_at = clock_timestamp()
         where m.team_id = any (affected) and m.user_id = any (people) and m.left_at is null;

        ${succeed}
      end
      $$;
    `);
  }
}

const lockTeams = `
        select array_agg(locked.id) into affected
          from (select t.id from teams.team t
                 where t.id in (select m.team_id from teams.member m
                                 where m.left_at is null and m.user_id = any (people) and m.event_id = any (tracks))
                 order by t.id for no key update) locked;`;

const succeed = `
        update teams.member m set role = 'LEADER'
          from (select distinct on (team_id) id from teams.member
                 where team_id = any (affected) and left_at is null
                   and team_id not in (select team_id from teams.member
                                        where team_id = any (affected) and left_at is null and role = 'LEADER')
                 order by team_id, joined_at, id) successor
         where m.id = successor.id;

        update teams.team t set is_open = false, updated_at = now()
         where t.id = any (affected) and not exists (select 1 from teams.member m where m.team_id = t.id and m.left_at is null);`;
