import { describe, expect, it } from '@jest/globals';
import { matches } from '../../shared/contract/patterns.ts';
import { checkAnswers, type Field } from '../../services/registrations/answers.ts';
import { decideApplication, decideRegistration, missingConsent } from '../../services/registrations/rules.ts';
import { processorMs } from '../support/clock.ts';

const field = (columns: Partial<Field>): Field => ({
  id: 'f',
  field_type: 'text',
  label: 'Field',
  options: [],
  is_required: false,
  validation_rules: {},
  choices: null,
  show_if: null,
  ...columns,
});
const demanding = { isDemanding: true };
/** The codes of what is wrong with this answer. */
const faults = (columns: Partial<Field>, answer: unknown) =>
  checkAnswers([field(columns)], { f: answer }, demanding).problems.map(({ code }) => code);

const longText = 'x'.repeat(10_001);
const choice = { options: ['a', 'b'] };

describe('An answer of the right kind', () => {
  it.each<[Field['field_type'], unknown]>([
    ['text', 'anything at all'],
    ['textarea', 'line\nline'],
    ['url', 'https://example.org/path?x=1'],
    ['email', 'Ada@Example.org'],
    ['phone', '+49 (0)30 / 123-456'],
    ['select', 'a'],
    ['radio', 'b'],
    ['multiselect', ['b', 'a']],
    ['checkbox', true],
    ['checkbox', false],
    ['date', '2028-02-29'],
  ])('fits a %s field and is kept as it is: %j', (field_type, answer) => {
    const { answers, problems } = checkAnswers([field({ field_type, ...choice })], { f: answer }, demanding);
    expect({ answers, problems }).toEqual({ answers: { f: answer }, problems: [] });
  });
});

describe('An answer of the wrong kind', () => {
  it.each<[Field['field_type'], unknown, string]>([
    ['text', 1, 'string'],
    ['text', { a: 1 }, 'string'],
    ['text', ['a'], 'string'],
    ['text', longText, 'stringMax'],
    ['textarea', true, 'string'],
    ['textarea', longText, 'stringMax'],
    ['url', 'example.org', 'httpUrl'],
    ['url', 'javascript:alert(1)', 'httpUrl'],
    ['url', 'https://user:secret@example.org', 'httpUrl'],
    ['email', 'ada@', 'email'],
    ['phone', 'call me', 'stringPattern'],
    ['select', 'c', 'enumValue'],
    ['select', ['a'], 'string'],
    ['radio', 'A', 'enumValue'],
    ['multiselect', 'a', 'array'],
    ['multiselect', ['a', 'c'], 'enumValue'],
    ['multiselect', ['a', 'a'], 'arrayUnique'],
    ['multiselect', [1], 'string'],
    ['checkbox', 'yes', 'boolean'],
    ['date', '29.02.2028', 'stringPattern'],
    ['date', '2027-02-29', 'date'],
    ['date', '2027-13-01', 'date'],
    ['file', 'cv.pdf', 'file'],
    ['file', { file_id: 'x' }, 'file'],
  ])('does not fit a %s field: %j', (field_type, answer, code) => {
    expect(faults({ field_type, ...choice }, answer)).toEqual([code]);
  });
});

describe('A required field', () => {
  it.each([undefined, null, '', '  \n', []])('is not answered by %j', (answer) => {
    expect(faults({ is_required: true }, answer)).toEqual(['required']);
    expect(faults({ is_required: false }, answer)).toEqual([]);
  });

  it('that is a checkbox has to be ticked', () => {
    expect(faults({ field_type: 'checkbox', is_required: true }, false)).toEqual(['required']);
    expect(faults({ field_type: 'checkbox', is_required: true }, true)).toEqual([]);
  });

  it('is demanded of an application and of nothing else', () => {
    const fields = [field({ is_required: true }), field({ id: 'box', field_type: 'checkbox', is_required: true })];
    const { answers, problems } = checkAnswers(fields, { box: false }, { isDemanding: false });
    expect({ answers, problems }).toEqual({ answers: { box: false }, problems: [] });
  });

  it('that is a file is not demanded in JSON', () => {
    expect(faults({ field_type: 'file', is_required: true }, undefined)).toEqual([]);
  });

  it('is not answered by what every object inherits', () => {
    const { problems } = checkAnswers([field({ id: 'toString', is_required: true })], {}, demanding);
    expect(problems).toHaveLength(1);
  });
});

describe('The rules of a field', () => {
  it.each<[string, Partial<Field>, unknown, string[]]>([
    ['too short', { validation_rules: { min_length: 3 } }, 'ab', ['stringMin']],
    ['long enough', { validation_rules: { min_length: 3 } }, 'abc', []],
    ['too long', { validation_rules: { max_length: 3 } }, 'abcd', ['stringMax']],
    ['short enough, counted in characters', { validation_rules: { max_length: 3 } }, '👩👩👩', []],
    ['too small', { validation_rules: { min: 1 } }, '0', ['numberMin']],
    ['too large, as a number', { validation_rules: { max: 10 } }, 11, ['numberMax']],
    ['a number in range', { validation_rules: { min: 1, max: 10 } }, 5.5, []],
    ['digits in range', { validation_rules: { min: 1, max: 10 } }, '10', []],
    ['no number', { validation_rules: { min: 1 } }, 'many', ['number']],
    ['infinite', { validation_rules: { min: 1 } }, '1e999', ['number']],
    ['too few', { field_type: 'multiselect', ...choice, validation_rules: { min: 2 } }, ['a'], ['numberMin']],
    ['too many', { field_type: 'multiselect', ...choice, validation_rules: { max: 1 } }, ['a', 'b'], ['numberMax']],
    ['too early', { field_type: 'date', validation_rules: { min: '2027-01-01' } }, '2026-12-31', ['dateMin']],
    ['too late', { field_type: 'date', validation_rules: { max: '2027-01-01' } }, '2027-01-02', ['dateMax']],
    [
      'a day in range',
      { field_type: 'date', validation_rules: { min: '2027-01-01', max: '2027-01-01' } },
      '2027-01-01',
      [],
    ],
    ['off the pattern', { validation_rules: { pattern: '[a-z]+' } }, 'abc1', ['stringPattern']],
    ['on the pattern', { validation_rules: { pattern: '[a-z]+|\\d' } }, 'abc', []],
    [
      'short and off the pattern',
      { validation_rules: { min_length: 3, pattern: '[a-z]' } },
      '1',
      ['stringMin', 'stringPattern'],
    ],
    [
      'bound by nothing that means something',
      { validation_rules: { min_length: 'x', max: '3', pattern: 7 } },
      'abcd',
      [],
    ],
  ])('say what is %s', (_case, columns, answer, codes) => {
    expect(faults(columns, answer)).toEqual(codes);
  });

  it('are told with the label, under the id, all at once', () => {
    const fields = [
      field({ id: 'a', label: 'Diet', field_type: 'select', options: ['none', 'vegan'] }),
      field({ id: 'b', label: 'Motto', is_required: true }),
    ];
    expect(checkAnswers(fields, { a: 'meat' }, demanding)).toEqual({
      answers: { a: 'meat' },
      problems: [
        { field: 'answers_json.a', code: 'enumValue', message: 'Diet must be one of: none, vegan' },
        { field: 'answers_json.b', code: 'required', message: 'Motto is required' },
      ],
    });
  });
});

describe('A pattern', () => {
  it('is held against the whole answer', () => {
    expect([matches('\\d{5}', '12345'), matches('\\d{5}', '123456'), matches('a|b', 'ab')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('may be written for Unicode or without', () => {
    expect([matches('\\p{L}+', 'Zoë'), matches('[\\w\\_]+', 'a_b')]).toEqual([true, true]);
  });

  it.each(['(', '(a?){0,1000}'.repeat(20), '(((a?){0,9}){0,9}){0,9}'])('that is none refuses nobody: %s', (pattern) => {
    expect(matches(pattern, `${'a'.repeat(999)}!`)).toBe(true);
  });

  it('reads at least as much as it can match without an asterisk', () => {
    expect([matches('a{138}', 'a'.repeat(138)), matches('(ab?){60}', 'ab'.repeat(60))]).toEqual([true, true]);
  });

  it('reads the less of an answer the larger it is', () => {
    expect([matches('[ab]{130}.*', 'a'.repeat(142)), matches('[ab]{130}.*', 'a'.repeat(1_000))]).toEqual([true, false]);
  });

  it('that would never end is ended', async () => {
    const spent = await processorMs(() => expect(matches('(a+)+b', 'a'.repeat(50))).toBe(false));
    expect(spent).toBeLessThan(2_000);
    expect(matches('a+', 'aaa')).toBe(true);
  });

  it('is matched by nothing very long', () => {
    expect([matches('a*', 'a'.repeat(1_000)), matches('a*', 'a'.repeat(1_001))]).toEqual([true, false]);
  });

  it('reaches nothing of the process', () => {
    expect(matches('${value.constructor.constructor("return process")()}', 'x')).toBe(false);
  });
});

const problem = { field: 'answers_json.a', code: 'required', message: 'A is required' };
const nowhere = { former_id: null, former_status: null };
const there = { former_id: 'r', former_status: 'pending' } as const;
const cancelled = { former_id: 'r', former_status: 'cancelled' } as const;

describe('Whether somebody may apply', () => {
  it.each([
    ['ALREADY_REGISTERED', { ...there, is_closed: true }, [problem]],
    ['VALIDATION_FAILED', { ...cancelled, is_closed: true }, [problem]],
    ['REGISTRATION_CLOSED', { ...nowhere, is_closed: true }, []],
    ['REGISTRATION_CLOSED', { ...cancelled, is_closed: true }, []],
    ['REGISTRATION_CLOSED', { ...nowhere, is_closed: false, closed_track_ids: ['t'] }, []],
    [undefined, { ...nowhere, is_closed: false }, []],
    [undefined, { ...cancelled, is_closed: false }, []],
  ])('is answered with %s', (code, form, problems) => {
    expect(decideApplication({ closed_track_ids: [], ...form }, problems)?.[0]).toBe(code);
  });
});

describe('The consent of an application', () => {
  it.each([
    ['is needed where the hackathon names a text', 1, ['https://acme.test/terms'], undefined],
    ['is not there where it is refused', 1, ['https://acme.test/terms'], false],
    ['is enough for all texts', 0, ['https://acme.test/privacy', 'https://acme.test/terms'], true],
    ['is not needed where the hackathon names none', 0, [], undefined],
  ])('%s', (_situation, problems, texts, consent) => {
    expect(missingConsent(texts, consent)).toHaveLength(problems);
  });
});

describe('Whether somebody may register', () => {
  const parent = { id: 'p', status: 'pending' } as const;
  it.each([
    ['ALREADY_REGISTERED', { ...there, is_open: false, parent: null }, [problem], false],
    ['VALIDATION_FAILED', { ...cancelled, is_open: false, parent: null }, [problem], true],
    ['VALIDATION_FAILED', { ...cancelled, is_open: false, parent: null }, [], false],
    ['NOT_FOUND', { ...cancelled, is_open: false, parent: null }, [], true],
    ['REGISTRATION_CLOSED', { ...cancelled, is_open: false, parent }, [], true],
    [undefined, { ...cancelled, is_open: true, parent }, [], true],
    [undefined, { ...nowhere, is_open: true, parent }, [], true],
  ])('is answered with %s', (code, form, problems, namesParent) => {
    const verdict = decideRegistration(form, problems, { namesParent });
    expect('refused' in verdict ? verdict.refused[0] : undefined).toBe(code);
  });

  it('names the missing parent before what is wrong with the answers', () => {
    const verdict = decideRegistration({ ...nowhere, is_open: true, parent: null }, [problem], { namesParent: false });
    expect(verdict).toMatchObject({
      refused: ['VALIDATION_FAILED', { errors: [{ field: 'super_event_registration_id', code: 'required' }, problem] }],
    });
  });
});
