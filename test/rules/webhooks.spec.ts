import { describe, expect, it } from '@jest/globals';
import { decideRetry, isFor, retries, type Listener, type TryOutcome } from '../../services/webhooks/rules.ts';

const outcome = (given: Partial<TryOutcome>): TryOutcome => ({
  response_status: null,
  duration_ms: 1,
  error: null,
  ...given,
});

describe('A try', () => {
  it.each([200, 202, 204, 299])('that is answered %i has delivered', (response_status) => {
    expect(decideRetry(outcome({ response_status }), 1, 0.5)).toEqual({ status: 'delivered', ends: false });
  });

  it('that fails is made again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then never more', () => {
    const [minute, hour] = [60, 3_600];
    expect(retries).toEqual([...[5, 5 * minute, 30 * minute], ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]);
    const failed = outcome({ response_status: 500, error: 'REFUSED' });
    const waits = retries.map((_, index) => decideRetry(failed, index + 1, 0.5));
    expect(waits).toEqual(retries.map((wait) => ({ status: 'pending', wait: expect.closeTo(wait, 5), ends: false })));
    expect(decideRetry(failed, retries.length + 1, 0.5)).toEqual({ status: 'failed', ends: false });
  });

  it('waits up to a tenth less or more, as chance has it', () => {
    const failed = outcome({ error: 'TIMEOUT' });
    expect(decideRetry(failed, 1, 0)).toMatchObject({ wait: 4.5 });
    expect(decideRetry(failed, 1, 1)).toMatchObject({ wait: 5.5 });
  });

  it('that is answered 410 ends the webhook', () => {
    const gone = outcome({ response_status: 410, error: 'REFUSED' });
    expect(decideRetry(gone, 1, 0.5)).toEqual({ status: 'failed', ends: true });
  });

  it('to a forbidden address is the only one', () => {
    expect(decideRetry(outcome({ error: 'ADDRESS_FORBIDDEN' }), 1, 0.5)).toEqual({ status: 'failed', ends: false });
  });
});

describe('A fact is for a webhook', () => {
  const listener: Listener = { types: ['*'], super_event_id: null, active_since: '2027-03-06T09:00:00.000Z' };
  const fact = { type: 'team.created', super_event_id: 'hack', occurred_at: '2027-03-06T09:00:00.001Z' } as const;

  it.each<[string, Partial<Listener>, Partial<Parameters<typeof isFor>[1]>, boolean]>([
    ['that wants everything', {}, {}, true],
    ['that names it', { types: ['team.deleted', 'team.created'] }, {}, true],
    ['that names others: not', { types: ['team.deleted'] }, {}, false],
    ['that wants everything, where it must be named: not', {}, { type: 'checkin.refused' }, false],
    ['that names it beside everything', { types: ['*', 'checkin.refused'] }, { type: 'checkin.refused' }, true],
    ['of its hackathon', { super_event_id: 'hack' }, {}, true],
    ['of another hackathon: not', { super_event_id: 'other' }, {}, false],
    ['of a hackathon, where it is of none: not', { super_event_id: 'hack' }, { super_event_id: null }, false],
    ['that became active later: not', {}, { occurred_at: '2027-03-06T08:59:59.999Z' }, false],
  ])('%s', (_, other, also, expected) => {
    expect(isFor({ ...listener, ...other }, { ...fact, ...also })).toBe(expected);
  });
});
