/**
 * What each service's role may do in the database. It is said anew whenever migrations run, so that a database restored
 * where the roles were missing is whole again.
 */
import { sql, type QueryExecutorProvider as Db } from 'kysely';
import { schemaOf, type ServiceName } from '../contract/services.ts';
import { quoteIdentifier } from './database.ts';

/** Published routines that write for others, and for whom. */
const routines: Readonly<Record<string, readonly ServiceName[]>> = {
  accept_on_track: ['teams'],
  hold_accepted: ['teams'],
  end_memberships: ['registrations', 'events'],
  send_letter: ['identity', 'events', 'registrations', 'teams', 'onboarding', 'judging'],
  send_letters: ['judging'],
};
const queueTables = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs'];

const schemaNameOf = (service: ServiceName) => quoteIdentifier(schemaOf(service));
export const roleOf = (service: ServiceName) => `muster_${schemaNameOf(service)}`;
const rolesOf = (services: readonly ServiceName[]) => services.map(roleOf).join(', ');

/** Before migrations run: one schema and one role per service. A role writes its own schema and reads what is published. */
export async function prepareSchemas(db: Db, services: readonly ServiceName[]): Promise<void> {
  for (const service of services) {
    const [schema, role] = [schemaNameOf(service), roleOf(service)];
    const known = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
    if (known.rows.length === 0) await createRole(db, role);
    await sql
      .raw(
        `create schema if not exists ${schema};
         grant usage on schema ${schema} to ${role};
         alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role};`,
      )
      .execute(db);
  }
  await sql
    .raw(
      `create schema if not exists published;
       grant usage on schema published to ${rolesOf(services)};
       alter default privileges in schema published grant select on tables to ${rolesOf(services)};
       grant select on public.migration to ${rolesOf(services)};`,
    )
    .execute(db);
}

/** After migrations ran: the same for what is there already. An audit is only ever added to. */
export async function grantRights(db: Db, services: readonly ServiceName[]): Promise<void> {
  const own = services.flatMap((service) => {
    const [schema, role] = [schemaNameOf(service), roleOf(service)];
    return [
      `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
      `revoke update, delete on ${schema}.audit from ${role}`,
    ];
  });
  const called = Object.entries(routines).map(
    ([routine, callers]) => `grant execute on routine published.${quoteIdentifier(routine)} to ${rolesOf(callers)}`,
  );
  const statements = [
    ...own,
    `grant select on all tables in schema published to ${rolesOf(services)}`,
    ...called,
    'grant usage on schema graphile_worker to muster_mail',
    'grant select, insert, update, delete on all tables in schema graphile_worker to muster_mail',
    'grant execute on all functions in schema graphile_worker to muster_mail',
  ];
  await sql.raw(statements.join(';\n')).execute(db);
  await guardQueue(db);
}

/** The job queue guards its tables by row. Making a policy stops who works there, so that only a missing one is made. */
async function guardQueue(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_policies where schemaname = 'graphile_worker' and policyname = 'muster_mail'`.execute(
    db,
  );
  const guarded = new Set(rows.map(({ name }) => name));
  for (const table of queueTables) {
    if (guarded.has(table)) continue;
    const policy = `create policy muster_mail on graphile_worker.${table} to muster_mail using (true) with check (true)`;
    await sql.raw(policy).execute(db);
  }
}

/** Roles belong to the whole server: another database of it may be creating the same one right now. */
async function createRole(db: Db, role: string): Promise<void> {
  await sql
    .raw(
      `do $$ begin
         create role ${role} nologin;
       exception when duplicate_object or unique_violation then null;
       end $$;
       do $$ begin
         if not (select rolsuper from pg_roles where rolname = current_user) then
           execute format('grant ${role} to %I with set true', current_user);
         end if;
       end $$;`,
    )
    .execute(db);
}
