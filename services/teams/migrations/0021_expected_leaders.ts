import { Migration } from '@mikro-orm/migrations';

/**
 * Leaders also change with places that end, which hold the rows of teams and nothing else. What is told of a change was read
 * before these were held; so who leads is looked at once more, and where it is another the unit of work decides anew.
 */
export class Teams0021 extends Migration {
  override up(): void {
    this.addSql(`
      -- Each of the teams is led by the person in its place in the list, or by nobody where that is null.
      create function teams.expect_leaders(teams uuid[], leaders uuid[]) returns void
      language plpgsql
      as $$
      begin
        perform 1 from teams.team t where t.id = any (expect_leaders.teams) order by t.id for no key update;
        if exists (select 1 from unnest(expect_leaders.teams, leaders) as e (team, leader)
                    where e.leader is distinct from (select m.user_id from teams.member m
                                                      where m.team_id = e.team and m.left_at is null
                                                        and m.role = 'LEADER')) then
          raise serialization_failure using message = 'somebody else leads the team';
        end if;
      end
      $$;
    `);
  }

  override down(): void {
    this.addSql(`drop function teams.expect_leaders(uuid[], uuid[]);`);
  }
}
