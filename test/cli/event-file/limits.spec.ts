/** An event file accepts the same values as HTTP: both are checked against the same fields and rules. */
import { describe, expect, it } from '@jest/globals';
import { neededForFinal } from '../../../services/events/rules.ts';
import { event, head, oneProblemEach, problemsOf } from './mistakes.ts';

const criterion = (order_index: string) =>
  event.replace('name: Web', `name: Web, criteria: [{ name: Craft, weight: 0.1, order_index: ${order_index} }]`);
const problem = (length: number, mark = '') =>
  `${event}    teams: [{ track: ai, name: One, problem: ${mark}${'x'.repeat(length)} }]\n`;
const score = (value: string) =>
  `${event}    participants: [{ email: p@x.test, name: P, registrations: [{ track: ai, evaluation_score: ${value} }] }]\n`;
/** As JSON it has this many bytes. */
const free = (bytes: number) => `{ note: ${'x'.repeat(bytes - '{"note":""}'.length)} }`;
const settings = (value: string) => event.replace('{ max_team_size: 2 }', value);
const rules = (value: string) => event.replace('label: Born', `label: Born, validation_rules: ${value}`);
const answers = (value: string) => `${event}    participants: [{ email: p@x.test, name: P, answers: ${value} }]\n`;

describe('Limits that HTTP has', () => {
  oneProblemEach([
    [
      'a problem of more than 5,000 characters',
      problem(5_001, '¶'),
      'super_events[0].teams[0].problem must have at most 5000 characters.',
    ],
    [
      'a criterion beyond every list',
      criterion('¶1000000001'),
      'super_events[0].tracks[1].criteria[0].order_index must be at most 1000000000.',
    ],
    [
      'a score beyond every scale',
      score('¶1000000001'),
      'super_events[0].participants[0].registrations[0].evaluation_score must be at most 1000000000.',
    ],
    [
      'settings of more than 100 kB',
      settings(`¶${free(100_001)}`),
      'super_events[0].tracks[0].config_json must have at most 100000 bytes as JSON.',
    ],
    [
      'rules of more than 100 kB',
      rules(`¶${free(100_001)}`),
      'super_events[0].registration_fields[1].validation_rules must have at most 100000 bytes as JSON.',
    ],
    [
      'answers of more than 100 kB',
      answers(`¶${free(100_001)}`),
      'super_events[0].participants[0].answers must have at most 100000 bytes as JSON.',
    ],
  ]);

  it('are the limits of a file: what is just within them is taken', () => {
    const largest = free(100_000);
    const within = [problem(5_000), criterion('-1000000000'), score('1000000000'), settings(largest), rules(largest)];
    for (const text of within) {
      expect(problemsOf(text)).toEqual([]);
    }
  });
});

describe('A team of more than any may have', () => {
  const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.test`);
  const team = (count: number) =>
    `${event.replace('max_team_size: 2', 'max_team_size: 5000').replace('max_participants: 2', 'max_participants: 9999')}    participants:
${people(count)
  .map(
    (email) =>
      `      - { email: ${email}, name: P, status: accepted, answers: { diet: none }, registrations: [{ track: ai, status: accepted }] }`,
  )
  .join('\n')}
    teams: [{ track: ai, name: One, members: [${people(count)
      .map((email, n) => `{ email: ${email}${n ? '' : ', role: LEADER'} }`)
      .join(', ')}] }]\n`;

  it('is refused, whatever its track says', () => {
    expect(problemsOf(team(1_001)).map(({ message }) => message)).toEqual([
      'super_events[0].teams[0].members are 1001, but teams of ai have at most 1000 (config_json.max_team_size).',
    ]);
    expect(problemsOf(team(1_000))).toEqual([]);
  });
});

describe('A final hackathon or track in a file', () => {
  it.each([
    ['a hackathon', `{ slug: a, name: Aa, status: final }`, neededForFinal.super_event],
    ['a track', `{ slug: a, name: Aa, tracks: [{ slug: b, name: Bb, status: final }] }`, neededForFinal.event],
  ])('needs the same fields as over HTTP: %s', (_kind, text, needed) => {
    expect(problemsOf(`${head}super_events: [${text}]\n`).map(({ message }) => message)).toEqual([
      expect.stringContaining(`cannot be final without ${needed.join(', ')}: add them`),
    ]);
  });
});
