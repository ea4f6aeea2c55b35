/**
 * Makes one login per service, which is a member of that service's role only. Name and password are those in the
 * address of the service's database.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ServiceName } from '../contract/services.ts';
import { roleOf } from './rights.ts';
import { inSession } from './session.ts';

/** The comment on logins made here. A login without it was made by somebody else and is never changed. */
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
  await inSession(owner, settings, async (session) => {
    for (const [service, url] of urls) {
      if (url === owner || (await isMember(url, roleOf(service)))) continue;
      const { username, password } = new URL(url);
      const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
      await makeLogin(session, { name, secret, role: roleOf(service) });
      if (!(await isMember(url, roleOf(service)))) {
        throw new LoginRefused(`The address of ${service} does not lead to the database that was migrated.`);
      }
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
  await session.query(`begin; ${statements.join('; ')}; commit`);
}

/** Tells whether the address can log in and use the role. */
async function isMember(url: string, role: string): Promise<boolean> {
  try {
    return await inSession(url, settings, async (session) => {
      const { rows } = await session.query<{ is_member: boolean }>(`select pg_has_role($1, 'set') as is_member`, [
        role,
      ]);
      return rows[0]?.is_member === true;
    });
  } catch (error) {
    // SQLSTATE class 28: wrong password or unknown login.
    if (/^28/.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

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
