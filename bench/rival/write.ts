/**
 * Runs each write in one transaction. A repeat is answered from the stored answer, and every change is recorded with
 * its author.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { ask, holderOf, pool, refuse, type Holder, type Statement } from './server.ts';

export interface Kept {
  readonly kept_status: number | null;
  readonly kept_answer: unknown;
  readonly is_same: boolean | null;
}
/** A join `w` for the first statement of a write, which finds the stored answer of the same write key. */
export const kept = (hash: string) =>
  `w.status as kept_status, w.answer as kept_answer, w.input_hash = ${hash} as is_same`;

interface Change {
  readonly ids: object;
  readonly before: object;
  readonly after: object;
}
type Outcome =
  | { readonly status: number; readonly data: object; readonly changes: readonly Change[] }
  | { readonly refused: readonly [status: number, code: string] };
export interface Writing {
  readonly client: pg.PoolClient;
  readonly holder: Holder;
  readonly key: string;
  readonly hash: Buffer;
}
type Look<Found> = (writing: Writing) => Promise<Found | undefined>;
type Act<Found> = (writing: Writing, found: Found) => Promise<Outcome>;

const remember = (schema: string): Statement => ({
  name: `remember in ${schema}`,
  text: `with noted as (
           insert into ${schema}.audit (organization_id, user_id, key_id, action, ids, before, after, request_id)
           select $1, $2, $3, $4, c.ids, c.before, c.after, $5
             from jsonb_to_recordset($6::jsonb) as c (ids jsonb, before jsonb, after jsonb))
         insert into ${schema}.write_key (scope, action, key, input_hash, status, answer)
         values ($3, $4, $7, $8, $9, $10::json)`,
});

export function writer(schema: 'registrations' | 'onboarding', action: string) {
  const keep = remember(schema);
  return async <Found extends Kept>(
    request: FastifyRequest,
    reply: FastifyReply,
    [look, act]: readonly [Look<Found>, Act<Found>],
  ): Promise<FastifyReply> => {
    const holder = await holderOf(request, reply);
    if (!holder) return reply;
    const key = String(request.headers['idempotency-key'] ?? request.id);
    const hash = createHash('sha256')
      .update(JSON.stringify([request.params, request.body]))
      .digest();
    const client = await pool.connect();
    try {
      await client.query('begin');
      const done = await writeOnce({ client, holder, key, hash }, look, act);
      if ('changes' in done) {
        const { user_id, organization_id, key_id } = holder;
        await ask(
          keep,
          [
            ...[organization_id, user_id, key_id, action, request.id, JSON.stringify(done.changes)],
            ...[key, hash, done.status, JSON.stringify(done.data)],
          ],
          client,
        );
      }
      await client.query('refused' in done ? 'rollback' : 'commit');
      if ('refused' in done) return await refuse(reply, ...done.refused);
      return await reply.code(done.status).send({ success: true, data: done.data });
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
}

async function writeOnce<Found extends Kept>(writing: Writing, look: Look<Found>, act: Act<Found>) {
  const found = await look(writing);
  if (!found) return { refused: [404, 'NOT_FOUND'] as const };
  if (found.is_same === false) return { refused: [422, 'IDEMPOTENCY_KEY_REUSED'] as const };
  if (found.is_same) return { status: Number(found.kept_status), data: found.kept_answer as object };
  return act(writing, found);
}
