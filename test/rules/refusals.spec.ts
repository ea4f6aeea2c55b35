import { describe, expect, it } from '@jest/globals';
import { t } from '../../shared/contract/schema.ts';
import { answerCheck } from '../../shared/kit/answer-check.ts';
import { Failure } from '../../shared/base/failure.ts';

const check = answerCheck({ responses: { 201: t.object({ id: t.uuid() }) } });

describe('An action’s answer outside production', () => {
  it('is let out as promised', () => {
    expect(() => check.answer(201, { id: '5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb' })).not.toThrow();
  });

  it.each([
    ['has a status nobody promised', 200, { id: '5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb' }, /status/],
    ['lacks a member', 201, {}, /id is required/],
  ])('is a fault of ours where it %s', (_what, status, answer, said) => {
    expect(() => check.answer(status, answer)).toThrow(said);
  });
});

describe('An action’s refusal outside production', () => {
  const refusal = (type: string, data?: object) => Object.assign(new Error(type), { type, data });

  it.each([
    ['with the extras of its code', new Failure('CRITERION_IN_USE', { score_count: 2 })],
    ['with none where it needs none', new Failure('CONFLICT_OF_INTEREST')],
    ['with some where it may have some', new Failure('CONFLICT_OF_INTEREST', { judge_user_ids: [] })],
    ['with nothing, as most', new Failure('NOT_FOUND')],
    ['as no refusal at all, which is looked at elsewhere', new TypeError('x is undefined')],
  ])('is let out %s', (_how, error) => {
    expect(() => check.refusal(error)).not.toThrow();
  });

  it.each([
    ['lacks one', refusal('CRITERION_IN_USE'), /CRITERION_IN_USE is not as promised: score_count is required/],
    ['has one of another type', refusal('CRITERION_IN_USE', { score_count: 'two' }), /score_count must be a number/],
    ['has one that no code promises', refusal('NOT_FOUND', { id: 'x' }), /NOT_FOUND is not as promised/],
  ])('is a fault of ours where it %s', (_what, error, said) => {
    expect(() => check.refusal(error)).toThrow(said);
  });
});
