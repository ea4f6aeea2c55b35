/** SQL for the codes that confirm addresses. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { loginCode, loginLink } from './entities.ts';

type CodeRow = RowOf<typeof loginCode>;
export interface FoundCode
  extends Pick<CodeRow, 'code_hash'>, Pick<RowOf<typeof loginLink>, 'email' | 'name' | 'password_hash' | 'locale'> {
  /** The hash of the link in the same email, hexadecimal. */
  token_hash: string;
}

/** Finds the code of an address that has not expired, with the sign-up that it confirms. */
export async function findCode(db: Db, email: string): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select c.code_hash, encode(c.token_hash, 'hex') as token_hash, l.email, l.name, l.password_hash, l.locale
      from login_code c join login_link l on l.token_hash = c.token_hash
     where c.email = ${email} and c.expires_at > now()`.execute(db.getKysely());
  return rows[0];
}

interface Leaving {
  readonly email: string;
  /** Hexadecimal. */
  readonly token_hash: string;
  readonly code_hash: string;
  /** The sign-up by the same person that this one replaces. */
  readonly replaces: string | undefined;
}

/**
 * Stores the code of a sign-up. Returns false if the address has a valid code of another sign-up: neither works then.
 */
export async function saveCode(db: Db, { email, token_hash, code_hash, replaces = '' }: Leaving): Promise<boolean> {
  const { rows } = await sql<{ is_good: boolean }>`
    insert into login_code as c (email, token_hash, code_hash)
    values (${email}, decode(${token_hash}, 'hex'), ${code_hash})
    on conflict (email) do update
       set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
           code_hash = case when c.expires_at <= now() then excluded.code_hash
                            when c.code_hash is not null and c.token_hash = decode(${replaces}, 'hex') then excluded.code_hash end
    returning code_hash is not null as is_good`.execute(db.getKysely());
  return rows[0]?.is_good ?? false;
}
