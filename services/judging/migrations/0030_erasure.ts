import { Migration } from '@mikro-orm/migrations';

/** Scores and ranks of erased judges stay; what they wrote goes, from published results as well. */
export class Judging0030 extends Migration {
  override up(): void {
    this.addSql(`
      -- A breakdown without one of the opinions that its feedback is joined of.
      create function judging.without_feedback(breakdown jsonb, opinion text) returns jsonb
      language sql immutable set search_path = ''
      return (
        select coalesce(jsonb_agg(case when c -> 'feedback' = 'null' or not c ? 'feedback' then c
                 else c || jsonb_build_object('feedback', nullif(btrim(replace(E'\\n\\n' || (c ->> 'feedback') || E'\\n\\n',
                        E'\\n\\n' || opinion || E'\\n\\n', E'\\n\\n'), E'\\n'), '')) end order by n), '[]')
          from jsonb_array_elements(breakdown) with ordinality as b (c, n));

      create function judging.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      declare
        opinion record;
        theirs uuid[];
        conflicts uuid[];
      begin
        theirs := array(select a.id from judging.assignment a
                         where a.judge_user_id = any (e.people) and (e.hackathon is null or a.super_event_id = e.hackathon));
        conflicts := array(select c.id from judging.declared_conflict c join teams.team t on t.id = c.team_id
                            where c.judge_user_id = any (e.people) and (e.hackathon is null or t.super_event_id = e.hackathon));
        for opinion in
          select distinct a.event_id, a.team_id, s.feedback
            from judging.score s join judging.assignment a on a.id = s.assignment_id
           where a.id = any (theirs) and s.feedback ~ '\\S'
        loop
          update judging.published_result r
             set score_breakdown = judging.without_feedback(r.score_breakdown, opinion.feedback)
           where r.event_id = opinion.event_id and r.team_id = opinion.team_id;
        end loop;
        e.marks := e.marks || theirs || conflicts || array(select s.id from judging.score s where s.assignment_id = any (theirs));
        update judging.score set comment = null, feedback = null where assignment_id = any (theirs);
        update judging.assignment a set judge_user_id = published.stand_in(a.judge_user_id, e) where a.id = any (theirs);
        update judging.declared_conflict c set reason = 'erased', judge_user_id = published.stand_in(c.judge_user_id, e)
         where c.id = any (conflicts);
        perform published.erase_traces('judging', e, '{name,description}');
      end
      $$;
      revoke execute on function judging.erase from public;
    `);
  }
}
