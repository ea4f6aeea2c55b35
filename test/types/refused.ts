/** Code that the compiler must refuse. Each `@ts-expect-error` that finds nothing to expect is an error itself. */
import { sql } from 'kysely';
import { Failure } from '../../shared/base/failure.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { implement, type Action } from '../../shared/kit/implement.ts';
import { get, may, post } from '../../shared/contract/endpoint.ts';
import type { ActionAnswer, ActionParams } from '../../shared/contract/index.ts';
import { insertRows, updateRows } from '../../shared/database/bulk.ts';
import type { Db } from '../../shared/database/database.ts';
import { portable } from '../../shared/database/portable.ts';
import { team } from '../../services/teams/entities.ts';
import type { Contract } from '../../shared/contract/endpoint.ts';
import { t, type Input, type Output } from '../../shared/contract/schema.ts';

const id = '5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb';

export async function calls(ctx: Ctx<unknown, 'NO_TEAM' | 'NOT_FOUND', 200 | 201>): Promise<unknown> {
  // @ts-expect-error an action nobody promises
  await ctx.call('registrations.invent', { id });
  // @ts-expect-error a missing parameter
  await ctx.call('registrations.updateStatus', { id });
  // @ts-expect-error a word its enum does not have
  await ctx.call('registrations.updateStatus', { id, status: 'cancelled' });
  // @ts-expect-error a parameter of another type
  await ctx.call('registrations.listForTrack', { eventId: id, limit: '50' });
  // @ts-expect-error an error the contract does not declare
  if (id) return ctx.fail('TOO_EARLY');
  // @ts-expect-error a success status it does not promise
  ctx.setStatus(202);
  const { registration } = await ctx.call('registrations.get', { id });
  // @ts-expect-error a member the answer does not have
  return registration.password;
}

export function refusals(ctx: Ctx<unknown, 'NOT_FOUND' | 'CRITERION_IN_USE' | 'BUILDER_NOT_FOUND'>): unknown {
  if (id) return ctx.fail('CRITERION_IN_USE', { score_count: 1 });
  if (id) return ctx.fail('BUILDER_NOT_FOUND') ?? ctx.fail('BUILDER_NOT_FOUND', { userIds: [id] });
  // @ts-expect-error an extra that is promised
  if (id) return ctx.fail('CRITERION_IN_USE');
  // @ts-expect-error an extra of another type
  if (id) return ctx.fail('CRITERION_IN_USE', { score_count: '1' });
  // @ts-expect-error an extra beside those that are promised
  if (id) return ctx.fail('CRITERION_IN_USE', { score_count: 1, criterion_id: id });
  // @ts-expect-error an extra of an error that promises none
  if (id) return ctx.fail('NOT_FOUND', { id });
  // @ts-expect-error an extra of another error
  if (id) return new Failure('BUILDER_NOT_FOUND', { score_count: 1 });
  // @ts-expect-error an extra that is promised
  return new Failure('RATE_LIMITED');
}

// @ts-expect-error a handler is missing
export const incomplete = implement('identity', { actions: {} });

export const excessive = implement('identity', {
  actions: {
    resolveKey: () => ({ viewer: null, valid_for: null }),
    // @ts-expect-error a handler nobody promised
    invent: () => ({ viewer: null }),
  },
});

export const misshapen = implement('identity', {
  // @ts-expect-error an answer of the wrong shape
  actions: { resolveKey: () => ({ viewer: { user_id: id } }) },
});

// @ts-expect-error an answer that lacks a member
export const lacking: Action<'registrations.cancel'> = () => ({ id });
// @ts-expect-error an answer with another literal
export const wrong: Action<'registrations.cancel'> = () => ({ id, status: 'pending' });

const responses = { 200: t.object({ id: t.uuid() }) };
export const contract = {
  strayAccess: get('/things/:id', {
    summary: 'Access names a parameter that is not there',
    // @ts-expect-error there is no parameter eventId
    access: may('view', 'event', 'eventId'),
    params: { id: t.uuid() },
    responses,
  }),
  pathWithoutRule: get('/things/:id/parts/:partId', {
    summary: 'A path parameter without a rule',
    access: 'signed in',
    // @ts-expect-error partId has no rule
    params: { id: t.uuid() },
    responses,
  }),
  unknownCode: post('/things', {
    summary: 'An error that is in no table',
    access: 'signed in',
    params: {},
    responses,
    // @ts-expect-error there is no such error
    errors: ['TOO_BORING'],
  }),
  unknownAbility: get('/things/:id', {
    summary: 'An ability nobody can have',
    // @ts-expect-error there is no such ability
    access: may('admire', 'event', 'id'),
    params: { id: t.uuid() },
    responses,
  }),
  unknownStatus: post('/things', {
    summary: 'A status that is not promised',
    access: 'signed in',
    params: {},
    responses,
    // @ts-expect-error 201 is no response of it
    status: () => 201,
  }),
  codeWithExtras: get('/things/:id', {
    summary: 'What is not there is told by an error that promises more than the guard knows',
    access: may('view', 'event', 'id'),
    // @ts-expect-error it promises a count
    absent: 'CRITERION_IN_USE',
    params: { id: t.uuid() },
    responses,
  }),
  strayExample: post('/things', {
    summary: 'An example says what nobody asks',
    access: 'signed in',
    params: { name: t.string() },
    responses,
    // @ts-expect-error there is no parameter title
    example: { title: 'A thing' },
  }),
  wrongExample: post('/things', {
    summary: 'An example says something of another type',
    access: 'signed in',
    params: { name: t.string() },
    responses,
    // @ts-expect-error a name is text
    example: { name: 1 },
  }),
  strayQuery: post('/things', {
    summary: 'A query parameter that is not there',
    access: 'signed in',
    params: {},
    responses,
    // @ts-expect-error there is no parameter force
    query: ['force'],
  }),
} satisfies Contract;

export const fields = {
  page: t.default(t.integer(), 1),
  word: t.optional(t.enum('a', 'b')),
  at: t.nullable(t.timestamp()),
};
export const sent: Input<typeof fields> = { at: null };
export const received: Output<typeof fields> = { page: 1, at: null };
// @ts-expect-error a default is there when the handler runs
export const withoutDefault: Output<typeof fields> = { at: null };
// @ts-expect-error null where the rule has none
export const nullWord: Input<typeof fields> = { at: null, word: null };
// @ts-expect-error the list has no such word
export const otherWord: Input<typeof fields> = { at: null, word: 'c' };
// @ts-expect-error a default of another type
export const wrongDefault = t.default(t.integer(), 'one');

export type Params = ActionParams<'registrations.updateStatus'>;
export const params: Params = { id, status: 'accepted' };
export const answer: ActionAnswer<'registrations.cancel'> = { id, status: 'cancelled' };

export async function rows(db: Db): Promise<void> {
  await insertRows(db, team, [{ id, name: 'Rockets' }]);
  // @ts-expect-error a column that the table does not have
  await insertRows(db, team, [{ id, title: 'Rockets' }]);
  // @ts-expect-error a column that the table does not have
  await updateRows(db, team, [{ id, title: 'Rockets' }], { by: ['id'] });
  // @ts-expect-error a column that the table does not have finds no row
  await updateRows(db, team, [{ id, name: 'Rockets' }], { by: ['title'] });
  // @ts-expect-error a table is its entity, not its name
  await updateRows(db, 'team', [{ id, name: 'Rockets' }], { by: ['id'] });
}

const teams = {
  kind: 'team',
  service: 'teams',
  table: team,
  place: ['event_id'],
  within: 'event_id',
  key: ['name'],
  columns: { name: t.string() },
  ids: { team_id: 'id' },
  facts: { create: 'team.created' },
  order: sql`t.id`,
  name: () => '',
} as const;
export const kinds = [
  portable(teams),
  // @ts-expect-error a file would write a column that the table does not have
  portable({ ...teams, columns: { title: t.string() } }),
  // @ts-expect-error a row belongs by a column that the table does not have
  portable({ ...teams, place: ['track_id'] }),
  // @ts-expect-error a row is told apart by a column that the table does not have
  portable({ ...teams, key: ['title'] }),
  // @ts-expect-error the audit names a column that the table does not have
  portable({ ...teams, ids: { team_id: 'uuid' } }),
  // @ts-expect-error it is told as something that nobody is ever told
  portable({ ...teams, facts: { create: 'team.born' } }),
];
