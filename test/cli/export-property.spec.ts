import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { apply } from '../../cli/commands/apply.ts';
import { exportEventFile } from '../../cli/commands/export.ts';
import { eventFileText } from '../../event-file/format/text.ts';
import { literal } from '../../event-file/format/source.ts';
import type { WrittenEventFile } from '../../event-file/format/schema.ts';
import { cleanName } from '../../shared/contract/names.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { ask, run, written } from './command.ts';

/** The same in every run, so that a failure speaks of what was changed. */
const seed = Number(process.env.FUZZ_SEED ?? 2_026);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  process.env['DATABASE_URL'] = stage.databaseUrl;
});
afterAll(() => stage.close());

/** Text that PostgreSQL can keep, with what is special to YAML, to the environment and to people's keyboards. */
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '${env:HOME}',
    '$${env:HOME}',
    '${env:',
    'null',
    '~',
    'yes',
    '1e3',
    '0x1F',
    '2027-03-06',
    '- a',
    '# b',
  ),
  fc.constantFrom(
    '\n',
    ' \n ',
    '\r\n',
    '\t',
    '"',
    "'",
    '\\',
    ': ',
    '{ a: b }',
    '[',
    '|',
    '>',
    '&a',
    '*a',
    '!b',
    '%',
    '@',
    '`',
  ),
  fc.constantFrom('\u0085', '\u00a0', '\u2028', '\ufeff', '\u200f', '\u0007', '\u009f', '🎉', 'é'),
);
const text = (max: number) =>
  fc
    .array(piece, { maxLength: 5 })
    .map((pieces) => pieces.join('').replaceAll('\0', '').slice(0, max).toWellFormed())
    .map(literal);
/** Names are one line, and have two characters or more. */
const name = text(60).map((inner) => cleanName(`N${inner}n`));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const json = fc.dictionary(
  text(10).filter((key) => !key.startsWith('max_team') && key !== '__proto__'),
  fc.oneof(
    text(20),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(text(5), { maxLength: 2 }),
  ),
  { maxKeys: 3 },
);

const status = fc.constantFrom('pending', 'accepted', 'waitlisted', 'rejected', 'cancelled');
const tz = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'UTC', 'Africa/Monrovia');
const span = fc
  .tuple(
    fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
    fc.integer({ min: 1, max: 10 ** 9 }),
  )
  .map(([start, length]) => ({ start: start.toISOString(), end: new Date(start.getTime() + length).toISOString() }));

const fields = fc
  .record({ label: name, description: maybe(text(30)), placeholder: maybe(text(30)), rules: json })
  .map(({ label, description, placeholder, rules }) => [
    { key: 'why', field_type: 'textarea' as const, label, description, placeholder, is_required: false },
    {
      key: 'diet',
      field_type: 'select' as const,
      label,
      options: ['none', 'vegan'],
      order_index: 0.5,
      validation_rules: { note: rules },
    },
    { key: 'days', field_type: 'multiselect' as const, label, options: ['1', 'on'], order_index: -1 },
    {
      ...{ key: 'more', field_type: 'text' as const, label, is_required: true, at_door: true, order_index: 2 },
      show_if: { field: 'days', includes: 'on' },
    },
    { key: 'school', field_type: 'select' as const, label, choices: 'schools', order_index: 3 },
  ]);
/** Names of a list, which are trimmed as well. */
const schools = fc.array(name, { maxLength: 4 });
const answers = fc
  .record(
    {
      school: name,
      why: text(40).map((inner) => `W${inner}`),
      diet: fc.constantFrom('none', 'vegan'),
      days: fc.subarray(['1', 'on'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  // Asked where one of the days is on.
  .map((given) => ({ ...given, ...(given.days?.includes('on') && { more: 'More' }) }));
const participant = fc.record({
  name,
  parent: status,
  place: status,
  score: maybe(fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((n) => n || 0)),
  recommendation: maybe(text(20)),
  answers: fc.option(answers, { nil: undefined }),
  isOnTrack: fc.boolean(),
});
const point = (key: string) =>
  fc
    .record({ name, span, type: fc.constantFrom('attendance', 'doorkeeper', 'milestone') })
    .map(({ name: called, span: { start, end }, type }) => ({
      key,
      name: called,
      type,
      opens_at: start,
      closes_at: end,
      ...(type === 'milestone' && { milestone_requirements: [{ id: 'repo', title: called, description: called }] }),
    }));

const prizes = fc
  .array(fc.record({ name, sponsor: maybe(name), description: maybe(text(60)) }), { maxLength: 3 })
  .map((all) => all.map((prize, n) => ({ key: `prize-${n}`, order_index: -n, ...prize })));

/** A tenth each at most, so that all of them fit. */
const criteria = fc.uniqueArray(
  fc.record({
    name,
    description: maybe(text(60)),
    weight: fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 100_000),
    order_index: fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { nil: undefined }),
  }),
  { maxLength: 8, selector: ({ name: called }) => called },
);

const eventFile = fc
  .record({
    slug: fc.uuid().map((id) => `h${id}`),
    names: fc.array(name, { minLength: 4, maxLength: 4 }),
    description: maybe(text(80)),
    tz: maybe(tz),
    span: maybe(span),
    cap: maybe(fc.integer({ min: 4, max: 9 })),
    config: json,
    fields,
    schools,
    stream: maybe(fc.constantFrom('https://stream.example', 'https://stream.example/a?b=c#d')),
    url: fc.option(fc.webUrl(), { nil: undefined }),
    texts: fc.tuple(maybe(fc.webUrl({ validSchemes: ['https'] })), maybe(fc.webUrl({ validSchemes: ['https'] }))),
    criteria,
    prizes,
    opens: maybe(span),
    participants: fc.tuple(participant, participant, participant),
    points: fc.tuple(point('door'), point('desk')),
    roles: fc.subarray(['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const),
    problem: maybe(text(60)),
    isOpen: fc.boolean(),
    onboarded: fc.boolean(),
    isNamed: fc.boolean(),
    registration: fc.constantFrom('open', 'closed', 'never_opened'),
  })
  .map((given): WrittenEventFile => {
    const [hackName = '', trackName = '', teamName = '', orgName = ''] = given.names;
    const people = ['ada', 'bob', 'cyd', 'dan'].map((local) => `${local}@${given.slug}.test`);
    const times = { start_at: given.span?.start ?? null, end_at: given.span?.end ?? null };
    const crowd = given.participants.map((each, n) => {
      const isIn = each.parent === 'accepted';
      const place = each.place === 'accepted' && !isIn ? 'pending' : each.place;
      const evaluation = { evaluation_score: each.score, evaluation_recommendation: each.recommendation };
      return {
        email: people[n] ?? '',
        status: each.parent,
        answers: each.answers,
        ...(n > 0 && { name: each.name }),
        registrations: each.isOnTrack ? [{ track: `${given.slug}-t`, status: place, ...evaluation }] : [],
      };
    });
    const members = crowd
      .filter(({ registrations: [place] }) => place?.status === 'accepted')
      .map(({ email }, n) => ({ email, role: n === 0 ? ('LEADER' as const) : ('MEMBER' as const) }));
    const isFinal = given.tz !== null && given.span !== null;
    return {
      version: 1,
      organization: {
        slug: given.slug,
        name: orgName,
        members: [{ email: people[3] ?? '', name: given.names[0], role: 'OWNER' }],
        lists: [{ name: 'schools', values: given.schools }],
      },
      users: [
        {
          email: people[0] ?? '',
          name: given.isNamed ? trackName : null,
          onboarded: given.onboarded,
          github_url: given.url,
        },
      ],
      super_events: [
        {
          slug: given.slug,
          name: hackName,
          description: given.description,
          status: isFinal ? 'final' : 'draft',
          tz: given.tz,
          ...times,
          max_participants: given.cap,
          opens_at: given.opens?.start ?? null,
          closes_at: given.opens?.end ?? null,
          ...{ privacy_url: given.texts[0], terms_url: given.texts[1] },
          prizes: given.prizes,
          stream_url: given.stream,
          config_json: { ...given.config, form: { sections: [{ title: hackName, field_ids: ['more', 'days'] }] } },
          registration_fields: given.fields,
          tracks: [
            {
              slug: `${given.slug}-t`,
              name: trackName,
              ...times,
              tz: null,
              stream_url: given.stream,
              registration: given.registration,
              config_json: given.config,
              roles: given.roles.map((role) => ({ email: people[0] ?? '', role })),
              criteria: given.criteria,
              checkin_points: [given.points[0]],
            },
          ],
          checkin_points: [given.points[1]],
          participants: crowd,
          teams: [{ track: `${given.slug}-t`, name: teamName, problem: given.problem, is_open: given.isOpen, members }],
        },
      ],
      api_keys: [{ label: hackName, user: people[0] ?? '' }],
    };
  });

describe('Any event file', () => {
  it('that is applied and exported changes nothing when it is applied again', async () => {
    await fc.assert(
      fc.asyncProperty(eventFile, async (file) => {
        const [{ slug: superEvent } = { slug: '' }] = file.super_events ?? [];
        await ask(apply, { file: written(eventFileText(file, ['Made up'])) });
        const said = await run(exportEventFile, { superEvent });
        expect(said.stderr).toBe('');
        const { answer } = await ask(apply, { file: written(said.stdout) });
        expect(answer.changes).toMatchObject({ created: 0, changed: 0 });
        expect(answer.changes.unchanged).toBeGreaterThan(5);
      }),
      { numRuns: 30, seed },
    );
  }, 600_000);
});
