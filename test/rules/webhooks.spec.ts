import { describe, expect, it } from '@jest/globals';
import { judge, isFor, retries, type Listener, type Outcome } from '../../services/webhooks/rules.ts';
import { Lanes, limits, type Lane } from '../../services/webhooks/sending/lanes.ts';

const outcome = (given: Partial<Outcome>): Outcome => ({
  response_status: null,
  duration_ms: 1,
  error: null,
  ...given,
});

describe('A try', () => {
  it.each([200, 202, 204, 299])('that is answered %i has delivered', (response_status) => {
    expect(judge(outcome({ response_status }), 1, 0.5)).toEqual({ status: 'delivered', ends: false });
  });

  it('that fails is made again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then never more', () => {
    const [minute, hour] = [60, 3_600];
    expect(retries).toEqual([...[5, 5 * minute, 30 * minute], ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]);
    const failed = outcome({ response_status: 500, error: 'REFUSED' });
    const waits = retries.map((_, index) => judge(failed, index + 1, 0.5));
    expect(waits).toEqual(retries.map((wait) => ({ status: 'pending', wait: expect.closeTo(wait, 5), ends: false })));
    expect(judge(failed, retries.length + 1, 0.5)).toEqual({ status: 'failed', ends: false });
  });

  it('waits up to a tenth less or more, as chance has it', () => {
    const failed = outcome({ error: 'TIMEOUT' });
    expect(judge(failed, 1, 0)).toMatchObject({ wait: 4.5 });
    expect(judge(failed, 1, 1)).toMatchObject({ wait: 5.5 });
  });

  it('that is answered 410 ends the webhook', () => {
    const gone = outcome({ response_status: 410, error: 'REFUSED' });
    expect(judge(gone, 1, 0.5)).toEqual({ status: 'failed', ends: true });
  });

  it('to a forbidden address is the only one', () => {
    expect(judge(outcome({ error: 'ADDRESS_FORBIDDEN' }), 1, 0.5)).toEqual({ status: 'failed', ends: false });
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

describe('Places', () => {
  let count = 0;
  const idOf = (n: number) => `delivery-${String(n).padStart(6, '0')}`;
  const waiting = (tries = 0) => ({ id: idOf((count += 1)), fact_id: 'fact', tries, body: Buffer.from('{}') });
  function opened(lanes: Lanes, name: string, size: number, tries = 0): Lane {
    lanes.open(name);
    const lane = lanes.get(name) as Lane;
    for (let n = 0; n < size; n++) lane.add(waiting(tries));
    return lane;
  }
  /** Begins all that may; how many of each lane are under way then. */
  function begin(lanes: Lanes): Record<string, number> {
    for (let turn = lanes.next(); turn; turn = lanes.next()) lanes.begin(turn);
    return Object.fromEntries(lanes.all.map(({ webhook_id, underWay }) => [webhook_id, underWay]));
  }

  it('are four for each webhook', () => {
    const lanes = new Lanes();
    opened(lanes, 'many', 100);
    opened(lanes, 'few', 1);
    expect(begin(lanes)).toEqual({ many: 4, few: 1 });
  });

  it('are fifty in all, shared as evenly as can be', () => {
    const lanes = new Lanes();
    for (let n = 0; n < 20; n++) opened(lanes, `hook-${n}`, 10);
    const underWay = Object.values(begin(lanes));
    expect(underWay.reduce((sum, each) => sum + each)).toBe(limits.ofAll);
    expect(new Set(underWay)).toEqual(new Set([2, 3]));
  });

  it('go to newer ones before those that failed, which never take all', () => {
    const lanes = new Lanes();
    const lane = opened(lanes, 'one', 6, 1);
    expect(begin(lanes)).toEqual({ one: limits.again });
    lane.add(waiting());
    expect(lanes.next()?.waiting.tries).toBe(0);
  });

  it('are left for the quick ones, however many are slow', () => {
    const lanes = new Lanes();
    for (let n = 0; n < 40; n++) opened(lanes, `slow-${n}`, 10).isSlow = true;
    begin(lanes);
    expect(lanes.underWay).toBe(40);
    opened(lanes, 'quick', 10);
    expect(begin(lanes)).toMatchObject({ quick: 4 });
  });

  it('are asked for behind those in hand, and once more with all of these where some may have come late', () => {
    const lanes = new Lanes();
    const lane = opened(lanes, 'one', 2);
    lane.add(waiting(1));
    const [first, second, failed] = [count - 2, count - 1, count].map(idOf);
    expect(lane.room).toMatchObject({ after: second, held: [failed] });
    begin(lanes);
    lane.rewind();
    expect(lane.room?.held.toSorted()).toEqual([first, second, failed].toSorted());
  });

  it('are not asked for what was tried and is not written down', () => {
    const lanes = new Lanes();
    const lane = opened(lanes, 'one', 1, 1);
    const turn = lanes.next()!;
    lanes.begin(turn);
    lanes.end(lane, turn.waiting, 5);
    expect(lane.room?.held).toEqual([turn.waiting.id]);
    lane.noted(turn.waiting.id);
    expect(lane.room?.held).toEqual([]);
  });

  it('are taken by nobody who leaves', () => {
    const lanes = new Lanes();
    opened(lanes, 'one', 10).leave();
    expect(begin(lanes)).toEqual({ one: 0 });
  });
});
