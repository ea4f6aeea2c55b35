/** What the compiler must refuse. Each `@ts-expect-error` that finds nothing to expect is an error itself. */
import type { Ctx } from '../../shared/broker/context.ts';
import { implement, type Action } from '../../shared/broker/implement.ts';
import { get, may, post } from '../../shared/contract/endpoint.ts';
import type { ActionAnswer, ActionParams } from '../../shared/contract/index.ts';
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
  ctx.answers(202);
  const { registration } = await ctx.call('registrations.get', { id });
  // @ts-expect-error a member the answer does not have
  return registration.password;
}

// @ts-expect-error a handler is missing
export const incomplete = implement('identity', { actions: {} });

export const excessive = implement('identity', {
  actions: {
    resolveKey: () => ({ viewer: null }),
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
