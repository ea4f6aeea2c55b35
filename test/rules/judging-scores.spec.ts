import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scoringOf } from '../../shared/base/scoring.ts';
import {
  checkScores,
  checkScoringTime,
  givenScoresIn,
  type LockedAssignment,
} from '../../services/judging/scores.rules.ts';

const usual = { mode: 'slider', min: 0, max: 10, step: 0.5 };

describe('The scoring of a hackathon', () => {
  it.each([[undefined], [null], [7], ['stars'], [[]], [{}], [{ mode: null, min: '1', max: false, step: [] }]])(
    'that says %j is the usual one',
    (configured) => {
      expect(scoringOf(configured)).toEqual(usual);
    },
  );

  it.each([
    [{ mode: 'stars', min: 1, max: 5, step: 1 }],
    [{ mode: 'stars' }],
    [{ min: -5 }],
    [{ max: 100 }],
    [{ step: 0.1 }],
    [{ min: 10 }],
  ])('takes %j, member by member', (configured) => {
    expect(scoringOf({ ...configured, colour: 'red' })).toEqual({ ...usual, ...configured });
  });

  it.each([[{ step: 0 }], [{ step: -1 }], [{ max: Infinity }], [{ min: 11 }], [{ max: -1 }], [{ min: 5, max: 4 }]])(
    'cannot be %j',
    (configured) => {
      expect(scoringOf(configured)).toEqual(usual);
    },
  );
});

const [impact, craft] = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'];

describe('A judge’s request', () => {
  const namesOf = (sent: Parameters<typeof givenScoresIn>[0]) => {
    const found = givenScoresIn(sent);
    return 'problems' in found ? found.problems.map(({ field, code }) => [field, code]) : found.opinions;
  };

  it('is several scores, or one', () => {
    const one = { criterion_id: impact, value: 7, comment: null };
    expect(namesOf({ scores: [one, { ...one, criterion_id: craft }] })).toEqual([one, { ...one, criterion_id: craft }]);
    expect(namesOf(one)).toEqual([one]);
  });

  it('is not both, and not nothing', () => {
    const scores = [{ criterion_id: impact, value: 7 }];
    expect(namesOf({ scores, value: 7 })).toEqual([['scores', 'exclusive']]);
    expect(namesOf({ scores, feedback: null })).toEqual([['scores', 'exclusive']]);
    expect(namesOf({})).toEqual([['scores', 'required']]);
    expect(namesOf({ criterion_id: impact })).toEqual([['value', 'required']]);
    expect(namesOf({ value: 7 })).toEqual([['criterion_id', 'required']]);
    expect(namesOf({ comment: 'fine' })).toEqual([
      ['criterion_id', 'required'],
      ['value', 'required'],
    ]);
  });
});

const held: LockedAssignment = {
  id: 'one',
  is_submitted: false,
  is_member: false,
  scoring: null,
  criteria: [impact, craft],
};

describe('Scores', () => {
  const judge = (values: readonly (number | undefined)[], against: Partial<LockedAssignment> = {}) => {
    const opinions = values.map((value, index) => ({ criterion_id: [impact, craft][index] ?? impact, value }));
    return checkScores({ opinions, nameOf: (index, member) => `${member} ${index}` }, { ...held, ...against });
  };
  const problemsOf = (scoring: unknown, ...values: number[]) => {
    const [refused, extras] = judge(values, { scoring }) ?? [];
    expect(refused).toBe('VALIDATION_FAILED');
    return extras && 'errors' in extras ? extras.errors.map(({ field, code }) => [field, code]) : [];
  };

  it('are in the range and on a step, which count from its beginning', () => {
    expect(judge([0, 10])).toBeUndefined();
    expect(judge([9.5, undefined])).toBeUndefined();
    expect(judge([1, 9], { scoring: { min: 1, step: 2 } })).toBeUndefined();
    expect(judge([0.3, 0.7], { scoring: { step: 0.1 } })).toBeUndefined();
    expect(problemsOf(null, -0.5, 10.5)).toEqual([
      ['value 0', 'numberMin'],
      ['value 1', 'numberMax'],
    ]);
    expect(problemsOf(null, 0.25, 10)).toEqual([['value 0', 'step']]);
    expect(problemsOf({ min: 1, step: 2 }, 1, 2)).toEqual([['value 1', 'step']]);
    expect(problemsOf({ step: 0.1 }, 0.35)).toEqual([['value 0', 'step']]);
  });

  it('are on a step however that is written in binary, and between two steps they are not', () => {
    const places = fc.tuple(
      fc.integer({ min: -100, max: 100 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 1_000 }),
    );
    fc.assert(
      fc.property(places, ([least, hundredths, steps]) => {
        const [min, step] = [least / 4, hundredths / 100];
        const scoring = { min, max: min + 1_001 * step, step };
        expect(judge([min + steps * step], { scoring })).toBeUndefined();
        expect(problemsOf(scoring, min + (steps + 0.5) * step)).toEqual([['value 0', 'step']]);
      }),
    );
  });

  it('are one for each criterion, and every fault is named at once', () => {
    expect(problemsOf(null, 1, 2, 11)).toEqual([
      ['criterion_id 2', 'duplicate'],
      ['value 2', 'numberMax'],
    ]);
  });

  it('are judged for themselves first, then by what there is, then by the time', () => {
    const late = { is_submitted: true, is_member: true };
    expect(judge([11], { ...late, criteria: [] })?.[0]).toBe('VALIDATION_FAILED');
    expect(judge([1, 1], { ...late, criteria: [impact] })).toEqual(['NOT_FOUND']);
    expect(judge([1, 1], late)).toEqual(['ASSIGNMENT_SUBMITTED']);
    expect(judge([1, 1], { is_member: true })).toEqual(['CONFLICT_OF_INTEREST']);
  });
});

describe('An assignment', () => {
  it('is open to its judge until it is handed in, unless they joined the team', () => {
    expect(checkScoringTime(held)).toBeUndefined();
    expect(checkScoringTime({ ...held, is_submitted: true, is_member: true })).toEqual(['ASSIGNMENT_SUBMITTED']);
    expect(checkScoringTime({ ...held, is_member: true })).toEqual(['CONFLICT_OF_INTEREST']);
  });
});
