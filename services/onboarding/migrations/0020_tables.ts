import { Migration } from '@mikro-orm/migrations';

/** Invitations of many at once, which keep what the table says of people until they accept. */
export class Onboarding0020 extends Migration {
  override up(): void {
    this.addSql(`
      alter table onboarding.invite add column answers_json jsonb not null default '{}';
      alter table onboarding.invite add column track_ids uuid[] not null default '{}';

      create view published.invites as
        select id, organization_id, super_event_id, email, track_ids
          from onboarding.invite where status = 'pending' and expires_at > now();

      -- Invites people to a hackathon: JSON objects with email, first_name, last_name, track_ids, answers_json and token_hash.
      -- An invitation that can be accepted stays, and is for these tracks as well. Answers those that are new.
      create function published.invite_people(hackathon uuid, inviter uuid, people jsonb)
      returns table (id uuid, email text, first_name text, last_name text, expires_at timestamptz)
      language plpgsql security definer set search_path = '' as $$
      #variable_conflict use_column
      begin
        update onboarding.invite i
           set track_ids = array(select distinct t from unnest(i.track_ids || n.track_ids) as t order by t)
          from jsonb_to_recordset(people) as n (email text, track_ids uuid[])
         where i.super_event_id = hackathon and i.email = n.email and i.status = 'pending' and i.expires_at > now();
        return query
          insert into onboarding.invite as i
                 (organization_id, super_event_id, email, first_name, last_name, track_ids, answers_json, token_hash, invited_by)
          select s.organization_id, s.id, n.email, n.first_name, n.last_name, n.track_ids, n.answers_json,
                 decode(n.token_hash, 'hex'), inviter
            from jsonb_to_recordset(people) as n (email text, first_name text, last_name text, track_ids uuid[],
                                                  answers_json jsonb, token_hash text)
            join published.super_events s on s.id = hackathon
           order by n.email
          on conflict (super_event_id, email) where status = 'pending' do update
             set id = excluded.id, first_name = excluded.first_name, last_name = excluded.last_name,
                 linkedin_url = null, github_url = null, track_ids = excluded.track_ids,
                 answers_json = excluded.answers_json, token_hash = excluded.token_hash,
                 invited_by = excluded.invited_by, expires_at = excluded.expires_at, created_at = excluded.created_at
           where i.expires_at <= now()
          returning i.id, i.email, i.first_name, i.last_name, i.expires_at;
      end
      $$;
      revoke execute on function published.invite_people from public;
    `);
  }
}
