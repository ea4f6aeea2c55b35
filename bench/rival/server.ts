/** The base of every rival: one process, cached keys, and statements that PostgreSQL plans once. */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';

/** Twice the usual number: with many concurrent commits, PostgreSQL writes more of them at once. */
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
export const app = fastify();

export interface Statement {
  readonly name: string;
  readonly text: string;
}
type Client = Pick<pg.Pool | pg.PoolClient, 'query'>;

export async function ask<Row extends pg.QueryResultRow>(
  statement: Statement,
  values: readonly unknown[],
  client: Client = pool,
): Promise<Row[]> {
  return (await client.query<Row>({ ...statement, values: [...values] })).rows;
}

export interface Holder {
  readonly user_id: string;
  readonly organization_id: string;
  readonly key_id: string;
}
const remembered = new Map<string, Holder & { readonly until: number }>();
const byKey: Statement = {
  name: 'holder',
  text: `select user_id, organization_id, public_id as key_id from identity.api_key
          where secret_hash = $1 and public_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())`,
};

/** Returns the owner of the key; undefined after refusing the request. */
export async function holderOf(request: FastifyRequest, reply: FastifyReply): Promise<Holder | undefined> {
  const key = String(request.headers['x-api-key']);
  const known = remembered.get(key);
  if (known && known.until > Date.now()) return known;
  const hash = createHash('sha256').update(key).digest();
  const [holder] = await ask<Holder & pg.QueryResultRow>(byKey, [hash, key.slice(4, 12)]);
  if (holder) remembered.set(key, { ...holder, until: Date.now() + 9_000 });
  else await refuse(reply, 401, 'UNAUTHORIZED');
  return holder;
}

export const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
  reply.code(status).send({ success: false, code });

/** Reports the port to the parent process. */
export async function listen(): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.((app.server.address() as AddressInfo).port);
}
