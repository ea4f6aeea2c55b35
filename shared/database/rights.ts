/**
 * Grants each service's role its rights. This is repeated at every migration, so a restored database whose server
 * lacked the roles becomes complete again.
 */
import { sql, type QueryExecutorProvider as Db } from 'kysely';
import { queueOwners, queueSchemaOf, schemaOf, type QueueOwner, type ServiceName } from '../contract/services.ts';
import { quoteIdentifier, roleOf } from './database.ts';

/** Published routines that write or lock another service's data, and the services that may call them. */
const routines: Readonly<Record<string, readonly ServiceName[]>> = {
  accept_on_track: ['teams'],
  data_of: ['identity'],
  erase_people: ['identity', 'registrations', 'events'],
  erase_invited: ['events'],
  people_kept: ['events'],
  retention_of: ['events'],
  hold_accepted: ['teams'],
  hold_point: ['teams'],
  hold_scores: ['events'],
  hold_track: ['teams'],
  end_memberships: ['registrations', 'events'],
  end_memberships_for: ['registrations'],
  resume_memberships: ['registrations'],
  invite_people: ['registrations'],
  send_letter: ['identity', 'events', 'registrations', 'teams', 'onboarding', 'judging'],
  send_letters: ['judging', 'webhooks', 'registrations'],
  send_letters_later: ['registrations'],
  take_back_letter: ['registrations'],
};

const schemaNameOf = (service: ServiceName) => quoteIdentifier(schemaOf(service));
const rolesOf = (services: readonly ServiceName[]) => services.map(roleOf).join(', ');

/**
 * Creates one schema and one role per service before migrations run. A role writes its own schema and reads published
 * views.
 */
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

/** Grants the same rights on existing objects after migrations ran. Rows of an audit can only be added. */
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
    ...(services.includes('setup') ? [setupIsAll(services)] : []),
    ...called,
  ];
  await sql.raw(statements.join(';\n')).execute(db);
  for (const service of queueOwners) await grantQueue(db, service);
}

/**
 * An event file is one transaction in the schemas of all services, so the service that applies it has the rights of
 * each of them.
 */
const setupIsAll = (services: readonly ServiceName[]) =>
  `grant ${rolesOf(services.filter((service) => service !== 'setup'))} to ${roleOf('setup')}`;

/**
 * Lets a service work on the tables of its job queue, which have row security whatever their names. Creating a policy
 * blocks running workers, so only missing ones are created.
 */
async function grantQueue(db: Db, service: QueueOwner): Promise<void> {
  const [schema, role] = [quoteIdentifier(queueSchemaOf(service)), roleOf(service)];
  await sql
    .raw(
      `grant usage on schema ${schema} to ${role};
       grant select, insert, update, delete on all tables in schema ${schema} to ${role};
       grant execute on all functions in schema ${schema} to ${role};
       do $$
       declare guarded regclass;
       begin
         for guarded in
           select c.oid from pg_class c
            where c.relnamespace = '${schema}'::regnamespace and c.relrowsecurity
              and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${role}')
         loop
           execute format('create policy ${role} on %s to ${role} using (true) with check (true)', guarded);
         end loop;
       end $$;`,
    )
    .execute(db);
}

/**
 * Creates a role if it is missing. Roles belong to the whole server, so another database may create the same one at
 * this moment.
 */
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
