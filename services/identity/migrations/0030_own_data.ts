import { Migration } from '@mikro-orm/migrations';

/** Everything that is stored of a person, found by the columns that name one, so that no table of a later release is left out. */
export class Identity0030 extends Migration {
  override up(): void {
    this.addSql(secrets + letters + rows + changes);
  }
}

const secrets = `
  create function published.without_secrets(value jsonb) returns jsonb
  language sql immutable set search_path = ''
  return (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(value) f
           where f.key = 'checkin_token' or f.key !~ '(_hash|password|secret|sealed|token|name_key|search|content|sha256)');
  revoke execute on function published.without_secrets from public;
`;

const letters = `
  -- Letters that wait, without their secrets.
  -- In plpgsql, because the queue changes its own tables.
  create function mail.letters_of(people uuid[], addresses text[]) returns jsonb
  language plpgsql stable set search_path = '' as $$
  begin
    return (
      select jsonb_agg(jsonb_build_object('letter', coalesce(j.payload ->> 'letter', t.identifier), 'leaves_at', j.run_at,
                                          'data', j.payload #> '{content,data}'))
        from mail_queue._private_jobs j join mail_queue._private_tasks t on t.id = j.task_id
       where j.payload ->> 'to' = any (addresses) or j.payload ->> 'user_id' = any (people::text[]));
  end
  $$;
  revoke execute on function mail.letters_of from public;
`;

/** Columns by which a row is a person's, each with the parameter that it is looked up in. */
const named = `
  (values ('user_id', 1), ('judge_user_id', 1), ('reviewer_id', 1), ('submitted_by', 1), ('accepted_by', 1), ('email', 2),
          ('former_email', 2), ('super_event_registration_id', 3), ('registration_id', 3), ('assignment_id', 4))`;

const rows = `
  -- The rows of a person by table, without hashes and other secrets.
  create function published.data_of(person uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    found record;
    part jsonb;
    answer jsonb := '{}';
    people uuid[] := array[person];
    places uuid[] := registrations.places_of(row(array[person], null, null, null, null, null)::published.erasing);
    assignments uuid[] := array(select a.id from judging.assignment a where a.judge_user_id = person);
    teams uuid[] := array(select distinct m.team_id from teams.member m where m.user_id = person);
    addresses text[] := array(
      select p.email from identity.person p where p.id = person
      union select unnest(array[c.email, c.former_email]) from identity.email_change c where c.user_id = person);
  begin
    for found in
      select n.nspname as schema, t.relname as name,
             string_agg(format('r.%I = any ($%s)', c.attname, w.at), ' or ' order by c.attname) as conditions
        from pg_catalog.pg_namespace n
        join pg_catalog.pg_class t on t.relnamespace = n.oid and t.relkind = 'r'
        join pg_catalog.pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
        join (select * from ${named} w (name, at)
              union all select 'id', 5) w
          on w.name = c.attname and (w.at <> 5 or (n.nspname, t.relname) in (('identity', 'person'), ('teams', 'team')))
       where t.relname not in ('audit', 'write_key')
         and exists (select from pg_catalog.pg_class a where a.relnamespace = n.oid and a.relname = 'audit')
       group by n.nspname, t.relname
       order by n.nspname, t.relname
    loop
      execute format('select jsonb_agg(published.without_secrets(to_jsonb(r))) from %I.%I r where %s',
                     found.schema, found.name, found.conditions)
        into part using people, addresses, places, assignments, people || teams;
      if part is not null then answer := answer || jsonb_build_object(found.schema || '.' || found.name, part); end if;
      part := published.changes_of(found.schema, people, places);
      if part is not null then answer := answer || jsonb_build_object(found.schema || '.audit', part); end if;
    end loop;
    part := mail.letters_of(people, addresses);
    return answer || case when part is null then '{}' else jsonb_build_object('mail.letters', part) end;
  end
  $$;
  revoke execute on function published.data_of from public;
`;

const changes = `
  -- The changes in the audit of a service that are about a person, whole; of those that the person made to others, when and
  -- which they were.
  create function published.changes_of(service text, people uuid[], places uuid[]) returns jsonb
  language plpgsql stable set search_path = '' as $$
  declare
    answer jsonb;
  begin
    execute format($sql$
      select jsonb_agg(jsonb_build_object('at', c.at, 'action', c.action, 'request_id', c.request_id)
               || case when c.is_theirs then jsonb_build_object('ids', c.ids, 'before', c.before, 'after', c.after) else '{}' end
               order by c.id)
        from (select a.*, published.mentions(a.ids::text, $1 || $2) as is_theirs from %I.audit a) c
       where c.is_theirs or c.user_id = any ($1)$sql$, service)
      into answer using people, places;
    return answer;
  end
  $$;
  revoke execute on function published.changes_of from public;
`;
