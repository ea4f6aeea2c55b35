import { describe, expect, it } from '@jest/globals';
import { post } from '../../shared/contract/endpoint.ts';
import { t } from '../../shared/contract/schema.ts';
import { checkOfFields, checkOfRule, onFirstUse, rulesOf } from '../../shared/contract/validator.ts';

/** The validator itself takes a rule that it meets again for a cycle, and leaves out its own check there. */
describe('A rule that stands twice', () => {
  const moment = t.timestamp();
  const period = t.object({ from: moment, until: moment });
  const right = { from: '2027-03-06T10:00:00+01:00', until: '2027-03-06T11:00:00+01:00' };
  const wrong = { from: 'soon', until: 'later' };
  const fieldsOf = (verdict: unknown) =>
    (Array.isArray(verdict) ? verdict : []).map(({ field }: { field: string }) => field);

  it('checks both in an answer', () => {
    expect(fieldsOf(checkOfRule(period)(wrong))).toEqual(['from', 'until']);
  });

  it('checks both in what is sent, however deep', () => {
    const check = checkOfFields({ first: period, others: t.array(period) }, 'drop');
    const sent = { first: wrong, others: [wrong] };
    expect(fieldsOf(check(sent))).toEqual(['first.from', 'first.until', 'others[0].from', 'others[0].until']);
  });

  it('normalizes both', () => {
    const given = structuredClone(right);
    expect(checkOfRule(period)(given)).toBe(true);
    expect(given).toEqual({ from: '2027-03-06T09:00:00.000Z', until: '2027-03-06T10:00:00.000Z' });
  });

  it('is two rules to the broker', () => {
    const { params } = post('/things', {
      summary: 'A',
      access: 'public',
      params: { a: moment, b: moment },
      responses: {},
    });
    const { a, b } = rulesOf(params, 'drop') as Record<string, unknown>;
    expect(a).not.toBe(b);
    expect(a).toEqual(b);
  });
});

describe('A check that is compiled on its first use', () => {
  it('is compiled once, and not before', () => {
    let compiled = 0;
    const isEven = onFirstUse(() => {
      compiled += 1;
      return (value: number) => value % 2 === 0;
    });
    expect(compiled).toBe(0);
    expect([isEven(2), isEven(3), compiled]).toEqual([true, false, 1]);
  });
});
