import { Migration } from '@mikro-orm/migrations';

/** The time after which a hackathon forgets its people. */
export class Events0033 extends Migration {
  override up(): void {
    this.addSql(`
      -- Counted from its end; null keeps everything.
      alter table events.super_event add column retention_days integer check (retention_days between 1 and 3650);
      ${people}
      ${rest}
    `);
  }
}

const people = `
  -- People of a hackathon who are not erased. Organizers are its makers, and stay.
  create function published.people_kept(hackathon uuid) returns uuid[]
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return array(
      select p.id from identity.person p
       where p.erased_at is null
         and (exists (select from registrations.super_event_registration r where r.super_event_id = hackathon and r.user_id = p.id)
              or exists (select from events.track_role o join events.track t on t.id = o.event_id
                          where t.super_event_id = hackathon and o.user_id = p.id and o.role <> 'ORGANIZER')
              or exists (select from judging.assignment a where a.super_event_id = hackathon and a.judge_user_id = p.id))
       order by p.id);
  end
  $$;
  revoke execute on function published.people_kept from public;

  -- Addresses that a hackathon invited, accepted or not.
  create function events.addresses_invited(hackathon uuid) returns text[]
  language plpgsql stable set search_path = '' as $$
  begin
    return array(select i.email from onboarding.invite i where i.super_event_id = hackathon
                 union select lower(i.email) from events.role_invite i where i.super_event_id = hackathon);
  end
  $$;
  revoke execute on function events.addresses_invited from public;
`;

const rest = `
  -- Numbers of what goes with the people of a hackathon.
  create function published.retention_of(hackathon uuid, out people integer, out files integer, out letters integer)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    kept uuid[] := published.people_kept(hackathon);
    known text[] := array(select p.email from identity.person p where p.id = any (kept));
    invited text[] := events.addresses_invited(hackathon);
  begin
    people := cardinality(kept) + (select count(*) from unnest(invited) a where a <> all (known));
    files := (select count(*) from registrations.file f where f.super_event_id = hackathon and f.discarded_at is null);
    letters := (select count(*) from mail_queue._private_jobs j
                 where j.payload #>> '{content,data,happening,super_event_id}' = hackathon::text);
  end
  $$;
  revoke execute on function published.retention_of from public;

  -- Erases invitations to a hackathon, once its people are erased. Returns whether there were any.
  create function published.erase_invited(hackathon uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    e published.erasing;
  begin
    e.hackathon := hackathon;
    e.people := '{}';
    e.stand_ins := '{}';
    e.scopes := '{}';
    e.addresses := events.addresses_invited(hackathon);
    if e.addresses = '{}' then return false; end if;
    e.marks := array(select i.id from onboarding.invite i where i.super_event_id = hackathon
                     union all select i.id from events.role_invite i where i.super_event_id = hackathon);
    perform events.erase(e);
    perform onboarding.erase(e);
    perform mail.erase(e);
    perform webhooks.erase(e);
    return true;
  end
  $$;
  revoke execute on function published.erase_invited from public;
`;
