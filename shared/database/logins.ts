/**
 * One login per service, a member of that service's role and of nothing else. A login is what the address of the
 * service says; here it is made, or given the password it says now.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ServiceName } from '../contract/services.ts';
import { roleOf } from './rights.ts';

/** What tells a login made here from one that somebody else made, which is never touched. */
const mark = 'login of a muster service';
const patience = 5_000;

/** It cannot be made with the login that migrates, or is not ours to change. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** Answers the names of those that were made or changed. */
export async function makeLogins(owner: string, urls: ReadonlyMap<ServiceName, string>): Promise<string[]> {
  const made: string[] = [];
  await inSession(owner, async (session) => {
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

/** Whether it logs in and may become the role. */
async function isMember(url: string, role: string): Promise<boolean> {
  try {
    return await inSession(url, async (session) => {
      const { rows } = await session.query<{ is_member: boolean }>(`select pg_has_role($1, 'set') as is_member`, [
        role,
      ]);
      return rows[0]?.is_member === true;
    });
  } catch (error) {
    // Wrong password, no such login.
    if (/^28/.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

async function inSession<T>(url: string, work: (session: pg.Client) => Promise<T>): Promise<T> {
  const session = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience, query_timeout: patience });
  session.on('error', () => undefined);
  try {
    await session.connect();
    return await work(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** As psql does it: the server is told what it checks passwords with, and its log never sees one (RFC 5802). */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256');
  const keyed = (word: string) => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
