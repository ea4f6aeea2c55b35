import { Migration } from '@mikro-orm/migrations';

/**
 * The scale of a hackathon changes while nobody writes a score by it. Both routines take the lock before they read, each of
 * their statements sees what was committed by then.
 */
export class Judging0044 extends Migration {
  override up(): void {
    this.addSql(`
      -- The scale by which a judge scores. It stays until the transaction ends.
      create function judging.hold_scoring(hackathon uuid) returns jsonb
      language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('scale of ' || hackathon::text, 0));
        return (select s.config_json -> 'scoring' from published.super_events s where s.id = hackathon);
      end
      $$;

      -- Which scores were given by the scale of a hackathon, and how often. No other comes until the transaction ends.
      create function published.hold_scores(hackathon uuid) returns table (value double precision, n integer)
      language plpgsql security definer set search_path = ''
      as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended('scale of ' || hackathon::text, 0));
        return query
          select s.value::double precision, count(*)::int
            from published.assignments a join judging.score s on s.assignment_id = a.id
           where a.super_event_id = hackathon and a.prize_id is null
           group by s.value;
      end
      $$;
      revoke execute on function published.hold_scores from public;
    `);
  }
}
