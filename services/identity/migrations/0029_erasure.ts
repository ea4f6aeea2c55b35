import { Migration } from '@mikro-orm/migrations';

/** Erasing people. Each service has a routine `erase` for its own rows, which one transaction calls. */
export class Identity0029 extends Migration {
  override up(): void {
    this.addSql(erasure + words + traces + own + everywhere);
  }
}

const erasure = `
  alter table identity.person add column erased_at timestamptz;

  -- Accounts that are to be erased. Until then the link of an email takes it back.
  create table identity.erasure (
    user_id       uuid primary key references identity.person on update cascade on delete cascade,
    token_hash    bytea not null unique,
    requested_at  timestamptz not null default now(),
    due_at        timestamptz not null default now() + interval '14 days'
  );
  create index erasure_due on identity.erasure (due_at);

  -- What is erased. Without a hackathon everything of these people goes; with one what it has of them, which then belongs to a
  -- stand-in for each, so that counts and rankings stay.
  create type published.erasing as (
    people     uuid[],
    stand_ins  uuid[],                             -- in the same order; the people themselves without a hackathon
    addresses  text[],
    scopes     text[],                             -- of their write keys
    hackathon  uuid,
    marks      uuid[]                              -- ids by which rows of an audit, facts and answers are found
  );

  create function published.is_over(hackathon uuid) returns boolean
  language sql stable set search_path = ''
  return not exists (select from published.super_events s
                      where s.id = hackathon and (s.end_at is null or s.end_at > now()));

  create function published.stand_in(person uuid, e published.erasing) returns uuid
  language sql immutable set search_path = ''
  return coalesce((e).stand_ins[array_position((e).people, person)], person);
`;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const moment = '\\d{4}-\\d\\d-\\d\\d[T ][0-9:.]+(Z|[+-]\\d\\d(:?\\d\\d)?)';

const words = `
  create function published.mentions(value text, marks uuid[]) returns boolean
  language sql immutable set search_path = ''
  return exists (select from regexp_matches(value, '${uuid}', 'g') m where m[1]::uuid = any (marks));

  create function published.with_stand_ins(value jsonb, e published.erasing) returns jsonb
  language plpgsql immutable set search_path = '' as $$
  declare
    said text := value::text;
    found uuid;
  begin
    if e.hackathon is null then return value; end if;
    for found in select distinct m[1]::uuid from regexp_matches(said, '${uuid}', 'g') m loop
      if found = any (e.people) then said := replace(said, found::text, published.stand_in(found, e)::text); end if;
    end loop;
    return said::jsonb;
  end
  $$;

  -- The members of an audit row without what somebody wrote. Numbers, ids, times and the named members stay, and every member
  -- keeps its type, because facts promise it.
  create function published.without_words(value jsonb, kept text[]) returns jsonb
  language sql immutable set search_path = ''
  return (
    select coalesce(jsonb_object_agg(f.key, case
             when f.key = any (kept) or jsonb_typeof(f.value) in ('number', 'boolean', 'null') then f.value
             when jsonb_typeof(f.value) = 'object' then '{}'
             when jsonb_typeof(f.value) = 'array' then
               case when f.value::text ~ '^\\[(("${uuid}"|[0-9.]+)(, )?)*\\]$' then f.value else '[]' end
             when f.value #>> '{}' ~ '^(${uuid}|${moment})$' then f.value
             else '"erased"' end), '{}')
      from jsonb_each(value) f);
`;

const traces = `
  -- Erases what the audit and the kept answers of a service have of people. Also given: members of its audit that say nothing of
  -- them.
  create function published.erase_traces(service text, e published.erasing, kept text[]) returns void
  language plpgsql set search_path = '' as $$
  begin
    kept := kept || '{status,role,type,method,visibility,registration,ranking,published_as,purpose,kind,field_type}'::text[];
    execute format($sql$
      update %I.audit a
         set ids = published.with_stand_ins(a.ids, $1),
             before = published.with_stand_ins(published.without_words(a.before, $2), $1),
             after = published.with_stand_ins(published.without_words(a.after, $2), $1),
             user_id = published.stand_in(a.user_id, $1),
             session_id = case when a.user_id = any (($1).people) then null else a.session_id end,
             request_id = case when a.user_id = any (($1).people) then null else a.request_id end
       where (($1).hackathon is null or a.super_event_id = ($1).hackathon)
         and published.mentions(a.ids::text || a.before::text || a.after::text, ($1).marks)$sql$, service)
      using e, kept;
    execute format($sql$
      delete from %I.write_key w
       where w.scope = any (($1).scopes) or published.mentions(w.answer::text, ($1).marks)
          or exists (select from unnest(($1).addresses) a where position(a in w.answer::text) > 0)$sql$, service)
      using e;
  end
  $$;
  revoke execute on function published.erase_traces from public;
`;

const own = `
  -- Whatever refers to a person of an erased account goes, so that no table of a later release is forgotten. The row of the
  -- person stays without anything of theirs, because results and counts refer to it.
  create function identity.erase(e published.erasing) returns void
  language plpgsql set search_path = '' as $$
  declare
    held record;
  begin
    if e.hackathon is null then
      update identity.api_key set revoked_at = now() where user_id = any (e.people) and revoked_at is null;
      for held in
        select c.conrelid::regclass as name, a.attname as referring
          from pg_catalog.pg_constraint c
          join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
         where c.contype = 'f' and c.confrelid = 'identity.person'::regclass
      loop
        execute format('delete from %s where %I = any ($1)', held.name, held.referring) using e.people;
      end loop;
      delete from identity.login_link where email = any (e.addresses);
      update identity.person
         set email = id || '@erased.invalid', name = 'Erased person', avatar_url = null, linkedin_url = null, github_url = null,
             password_hash = null, email_confirmed_at = null, locale = null, erased_at = now()
       where id = any (e.people);
      -- What a person changed here is their own account and their keys; kiosks and boards are the organization's.
      e.marks := e.marks || array(select a.id from identity.audit a where a.user_id = any (e.people) and not a.ids ? 'device_id');
      update identity.audit set before = published.without_words(before, '{}'), after = published.without_words(after, '{}')
       where id = any (e.marks);
    end if;
    perform published.erase_traces('identity', e, '{}');
  end
  $$;
  revoke execute on function identity.erase from public;

  -- People of whom nothing is left anywhere, and who never chose a way to sign in: nobody could ask for their erasure.
  create function identity.is_empty(person uuid) returns boolean
  language plpgsql set search_path = '' as $$
  declare
    held record;
    is_used boolean;
  begin
    for held in
      select c.conrelid::regclass as name, a.attname as referring
        from pg_catalog.pg_constraint c
        join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'identity.person'::regclass
         and c.conrelid not in ('identity.session'::regclass, 'identity.email_change'::regclass)
    loop
      execute format('select exists (select from %s where %I = $1)', held.name, held.referring) into is_used using person;
      if is_used then return false; end if;
    end loop;
    return exists (
      select from identity.person p
       where p.id = person and p.password_hash is null and p.erased_at is null
         and not exists (select from registrations.super_event_registration r where r.user_id = p.id)
         and not exists (select from organizations.member m where m.user_id = p.id)
         and not exists (select from events.track_role t where t.user_id = p.id)
         and not exists (select from onboarding.invite i where i.email = p.email)
         and not exists (select from events.role_invite i where i.email = p.email));
  end
  $$;
  revoke execute on function identity.is_empty from public;
`;

const everywhere = `
  -- Erases people in every service, or in one hackathon, and adds a fact for each organization that had something of them.
  -- Returns those organizations. Teams are locked before places, as everywhere.
  create function published.erase_people(people uuid[], hackathon uuid) returns uuid[]
  language plpgsql security definer set search_path = '' as $$
  declare
    e published.erasing;
    told uuid[];
    empty uuid[];
  begin
    e.hackathon := hackathon;
    e.people := array(select p.id from identity.person p
                       where p.id = any (erase_people.people) and p.erased_at is null order by p.id);
    if e.people = '{}' then return '{}'; end if;
    e.addresses := array(
      select p.email from identity.person p where p.id = any (e.people)
      union select unnest(array[c.email, c.former_email]) from identity.email_change c where c.user_id = any (e.people)
      union select s.email from identity.sign_in s where s.user_id = any (e.people)
      union select s.email from identity.sign_in_joining s where s.user_id = any (e.people));
    e.scopes := e.addresses || e.people::text[] || array(
      select s.id::text from identity.session s where s.user_id = any (e.people)
      union all select k.public_id from identity.api_key k where k.user_id = any (e.people));
    e.stand_ins := e.people;
    if hackathon is not null then
      e.stand_ins := array(select uuidv7() from unnest(e.people));
      insert into identity.person (id, email, name, erased_at)
      select s, s || '@erased.invalid', 'Erased person', now() from unnest(e.stand_ins) s;
    end if;
    e.marks := e.people || registrations.places_of(e);
    told := array(
      select r.organization_id from registrations.super_event_registration r
       where r.user_id = any (e.people) and (hackathon is null or r.super_event_id = hackathon)
      union select t.organization_id from events.track_role o join events.track t on t.id = o.event_id
       where o.user_id = any (e.people) and (hackathon is null or t.super_event_id = hackathon)
      union select m.organization_id from organizations.member m where m.user_id = any (e.people) and hackathon is null);

    perform teams.erase(e);
    perform registrations.erase(e);
    perform events.erase(e);
    perform judging.erase(e);
    perform onboarding.erase(e);
    perform check_in.erase(e);
    perform mail.erase(e);
    perform webhooks.erase(e);
    perform organizations.erase(e);
    perform published.erase_traces('setup', e, '{}');
    perform identity.erase(e);

    -- Nobody needs a stand-in for a person who had no place and judged nothing.
    delete from identity.person p
     where hackathon is not null and p.id = any (e.stand_ins)
       and not exists (select from registrations.super_event_registration r where r.user_id = p.id)
       and not exists (select from judging.assignment a where a.judge_user_id = p.id);
    insert into identity.audit (organization_id, super_event_id, user_id, key_id, session_id, request_id, action, fact, ids,
                                before, after)
    select o, hackathon, (author ->> 'user_id')::uuid, author ->> 'key_id', (author ->> 'session_id')::uuid,
           author ->> 'request_id', coalesce(author ->> 'action', 'identity.erase'), 'person.erased',
           jsonb_build_object('user_id', p), '{}', '{}'
      from unnest(told) o, unnest(e.people) p,
           (select nullif(current_setting('muster.author', true), '')::jsonb) as said (author)
     order by o, p;

    empty := array(select p from unnest(e.people) p where hackathon is not null and identity.is_empty(p));
    if empty <> '{}' then perform published.erase_people(empty, null); end if;
    return told;
  end
  $$;
  revoke execute on function published.erase_people from public;
`;
