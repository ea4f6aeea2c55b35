/**
 * Makes one login per service, which is a member of that service's role only. Name and password are those in the
 * address of the service's database. The login gets the settings of the service in this database, for connections that
 * cannot send them: those of a pooler.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ServiceName } from '../contract/services.ts';
import { roleOf, settingsOf } from './database.ts';
import { inSession } from './session.ts';
import { retry } from './transaction.ts';

/** The comment on logins made here. A login without it is not ours and is never changed. */
const mark = 'login of a muster service';
const settings = { name: 'muster migrate', timeoutMs: 5_000 };

/** A login could not be made: the migrating login lacks the right, or the existing login is not ours to change. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/**
 * Makes the missing logins and updates changed passwords.
 * @param owner The address that migrates.
 * @param urls The address of each service.
 * @returns The names of the logins that were made or changed.
 * @throws {LoginRefused}
 */
export async function makeLogins(owner: string, urls: ReadonlyMap<ServiceName, string>): Promise<string[]> {
  const made: string[] = [];
  const loginOf = (url: string) => decodeURIComponent(new URL(url).username);
  await inSession(owner, settings, async (session) => {
    for (const [service, url] of urls) {
      const [name, secret] = [loginOf(url), decodeURIComponent(new URL(url).password)];
      // The owner keeps the settings of an owner.
      if (name === loginOf(owner)) continue;
      if (await isMember(url, roleOf(service))) {
        await keepSettings(url, service);
        continue;
      }
      await retry(() => makeLogin(session, { name, secret, role: roleOf(service) }), { on: isMadeByOthers });
      if (!(await isMember(url, roleOf(service)))) {
        throw new LoginRefused(`The address of ${service} does not lead to the database that was migrated.`);
      }
      await keepSettings(url, service);
      made.push(name);
    }
  });
  return made;
}

interface Login {
  readonly name: string;
  readonly secret: string;
  readonly role: string;
}

async function makeLogin(session: pg.Client, { name, secret, role }: Login): Promise<void> {
  const login = session.escapeIdentifier(name);
  const { rows } = await session.query<{ note: string | null }>(
    `select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = $1`,
    [name],
  );
  if (rows[0] && rows[0].note !== mark) {
    throw new LoginRefused(`The login ${name} exists, was not made by muster, and may not become ${role}.`);
  }
  const password = session.escapeLiteral(verifierOf(secret));
  const statements = [
    `${rows[0] ? 'alter' : 'create'} role ${login} login password ${password}`,
    `comment on role ${login} is ${session.escapeLiteral(mark)}`,
    `grant ${role} to ${login}`,
  ];
  // One message, and so one transaction.
  await session.query(statements.join('; '));
}

/**
 * SQLSTATEs with which a migration of another database of this cluster makes the same login, or changes it. No lock of one
 * database holds the other up.
 */
const madeByOthers = new Set([
  '42710', // duplicate_object
  '23505', // unique_violation
  'XX000', // internal_error: tuple concurrently updated
]);
const isMadeByOthers = (error: unknown) => madeByOthers.has((error as { code?: string }).code ?? '');

/** Tells whether the address can log in and use the role. */
async function isMember(url: string, role: string): Promise<boolean> {
  try {
    return await inSession(url, settings, async (session) => {
      const { rows } = await session.query<{ is_member: boolean }>(
        `select pg_has_role(session_user, $1, 'set') as is_member`,
        [role],
      );
      return rows[0]?.is_member === true;
    });
  } catch (error) {
    // SQLSTATE class 28: wrong password or unknown login.
    if (/^28/.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/**
 * Gives a login the settings of its service in this database, where they differ. A login may do this for itself, so one
 * that somebody else made gets them, too. Connections that are open keep their former settings.
 */
const keepSettings = (url: string, service: ServiceName): Promise<void> =>
  inSession(url, settings, async (session) => {
    const wanted = Object.entries(settingsOf(service));
    const { rows } = await session.query<{ database: string; login: string; known: string[] | null }>(
      `select current_database() as database, session_user as login, (
         select setconfig from pg_db_role_setting
          where setdatabase = (select oid from pg_database where datname = current_database())
            and setrole = (select oid from pg_roles where rolname = session_user)) as known`,
    );
    const [{ database, login, known } = { database: '', login: '', known: null }] = rows;
    const differing = wanted.filter(([name, value]) => !known?.includes(`${name}=${value.replaceAll(',', ', ')}`));
    if (differing.length === 0) return;
    const whose = `${session.escapeIdentifier(login)} in database ${session.escapeIdentifier(database)}`;
    const statements = [
      // Another migration may be doing the same.
      `select pg_advisory_xact_lock(hashtextextended('settings of logins', 0))`,
      // As itself: the role that it takes by its settings may not change it.
      'set local role none',
      ...differing.map(([name, value]) => `alter role ${whose} set ${name} to ${listed(session, value)}`),
    ];
    await session.query(`begin; ${statements.join('; ')}; commit`);
  });

/** Quotes each item, because `search_path` is a list. */
const listed = (session: pg.Client, value: string) =>
  value
    .split(',')
    .map((item) => session.escapeLiteral(item))
    .join(', ');

/**
 * Returns the SCRAM verifier of a password, as psql computes it (RFC 5802), so that the server's log never contains
 * the password.
 */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256');
  const keyed = (word: string) => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
