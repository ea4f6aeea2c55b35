import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

const questions = [
  { id: 'data', field_type: 'textarea', label: 'Which data?', is_required: true, validation_rules: { max_length: 20 } },
  { id: 'model', field_type: 'select', label: 'Which model?', options: ['small', 'large'] },
  { id: 'site', field_type: 'url', label: 'Where to try it?', description: 'Without an account.' },
  { id: 'toString', field_type: 'checkbox', label: 'May we show it?' },
];
const shown = questions.map((question) => ({
  ...{ description: null, options: [], is_required: false, validation_rules: {} },
  ...question,
}));

/** A team on a track that asks these questions, and what a member of it sends. */
async function asked(submissions: object = { questions }) {
  const { world, hack, acme } = here;
  const track = await world.track(hack, { config_json: JSON.stringify({ submissions }) });
  const person = await world.person();
  await world.registered(person, track);
  const team = await world.team(track, [person]);
  const member = world.as(person, acme);
  const submit = (answers_json: object | undefined, by: Client = member) =>
    by.post('/submissions', { team_id: team.id, title: 'Bees', answers_json });
  const handedIn = async (answers_json: object) => (await submit(answers_json)).body.data.submission.id as string;
  const kept = () => world.rows`select answers_json from teams.submission where team_id = ${team.id}`;
  return { track, team, member, submit, handedIn, kept };
}
const wrong = (...fields: string[]) => fields.map((field) => expect.objectContaining({ field }));

describe('The questions of a track to its projects', () => {
  it('are told to its teams, with a value for each member', async () => {
    const { member } = await asked();
    expect((await member.get('/my-teams')).body.data.teams[0].questions).toEqual(shown);
  });

  it('are none where what is stored has another form, or there is nothing', async () => {
    for (const submissions of [{ questions: [{ id: 1 }] }, { questions: 'none' }, {}]) {
      const { member, submit } = await asked(submissions);
      expect((await member.get('/my-teams')).body.data.teams[0].questions).toEqual([]);
      expect((await submit({ anything: 'goes' })).status).toBe(201);
    }
  });

  it('are those that have the form of one, among others that were stored', async () => {
    const { member } = await asked({ questions: [null, { ...questions[0], id: 'constructor' }, questions[1], 'data'] });
    expect((await member.get('/my-teams')).body.data.teams[0].questions).toEqual([shown[1]]);
  });

  it('are told in each language of the hackathon, and taken in no other', async () => {
    const { world, api, acme } = here;
    const hack = await world.superEvent(acme, { locales: ['de', 'en'] });
    const track = await world.track(hack);
    const person = await world.person();
    await world.registered(person, track);
    await world.team(track, [person]);
    const model = { id: 'model', field_type: 'select', label: 'Welches Modell?', options: ['klein', 'groß'] };
    const texts = { label_i18n: { de: model.label, en: 'Which model?' }, options_i18n: { en: ['small', 'large'] } };
    const write = (question: object) =>
      api.patch(`/events/${track.id}`, { config_json: { submissions: { questions: [question] } } });
    expect((await write({ ...model, ...texts })).status).toBe(200);
    const [team] = (await world.as(person, acme).get('/my-teams')).body.data.teams;
    expect(team.questions).toEqual([
      {
        ...{ ...model, description: null, is_required: false, validation_rules: {} },
        ...{ label_i18n: texts.label_i18n, description_i18n: {} },
        options_i18n: { de: model.options, en: ['small', 'large'] },
      },
    ]);
    const [first] = ['config_json.submissions.questions[0]'];
    for (const [more, field] of [
      [{ label_i18n: { fr: 'Quel modèle ?' } }, `${first}.label_i18n.fr`],
      [{ label_i18n: { de: 'Anders' } }, `${first}.label_i18n.de`],
      [{ options_i18n: { en: ['small'] } }, `${first}.options_i18n.en`],
    ] as const) {
      expect((await write({ ...model, ...more })).body.errors).toEqual(wrong(field));
    }
  });

  it.each([
    ['the same id twice', [questions[1], questions[1]], '[1].id'],
    ['nothing to choose from', [{ ...questions[1], options: [] }], '[0].options'],
    ['options that nobody chooses from', [{ ...questions[0], options: ['a'] }], '[0].options'],
    ['something that is no question', [null], ''],
    ['a file', [{ ...questions[0], field_type: 'file' }], '[0].field_type'],
    ['no label', [{ id: 'data', field_type: 'text' }], '[0].label'],
    ['an id that no answer can have', [{ ...questions[0], id: 'constructor' }], '[0].id'],
    ['an id that is no key', [{ ...questions[0], id: 'a b' }], '[0].id'],
    [
      'a pattern that is none',
      [{ ...questions[0], validation_rules: { pattern: '(' } }],
      '[0].validation_rules.pattern',
    ],
  ])('are not taken with %s', async (_, given, where) => {
    const answer = await here.api.patch(`/events/${here.ai.id}`, {
      config_json: { submissions: { questions: given } },
    });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual(wrong(`config_json.submissions.questions${where}`));
  });
});

describe('The answers of a project', () => {
  it('are kept as they are given, and those that are not required may be missing', async () => {
    const { submit, kept } = await asked();
    const answers = { data: 'Weather', model: 'small', site: 'https://bees.test', toString: true };
    expect((await submit(answers)).body.data.submission.answers_json).toEqual(answers);
    const some = await submit({ data: 'Weather', model: '', site: null, toString: '\u00a0', former: [] });
    expect(some.body.data.submission.answers_json).toEqual({ data: 'Weather' });
    expect(await kept()).toHaveLength(2);
  });

  it('are refused all at once, by question, and nothing is kept', async () => {
    const { submit, kept } = await asked();
    const answer = await submit({ data: 'x'.repeat(21), model: 'huge', site: 'here', toString: 'yes', other: 1 });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['answers_json.other', 'unknown'],
      ['answers_json.data', 'stringMax'],
      ['answers_json.model', 'enumValue'],
      ['answers_json.site', 'httpUrl'],
      ['answers_json.toString', 'boolean'],
    ]);
    for (const answers of [undefined, {}, { data: '  ' }]) {
      expect((await submit(answers)).body.errors).toEqual(wrong('answers_json.data'));
    }
    expect(await kept()).toEqual([]);
  });

  it('have at most as many characters as any, also where they are digits', async () => {
    const years = {
      id: 'years',
      field_type: 'text',
      label: 'Years?',
      validation_rules: { min: 1, max: 9, pattern: '\\d' },
    };
    const { submit } = await asked({ questions: [years] });
    const codesOf = async (answer: unknown) => (await submit({ years: answer })).body.errors?.map(({ code }) => code);
    expect(await codesOf(`${'0'.repeat(10_000)}5`)).toEqual(['stringMax']);
    expect(await codesOf(1.5)).toEqual(['stringPattern']);
    expect([await codesOf(5), await codesOf('5')]).toEqual([undefined, undefined]);
  });

  it('match the pattern of their question', async () => {
    const code = { id: 'code', field_type: 'text', label: 'Which code?', validation_rules: { pattern: '[A-Z]{2}' } };
    const { submit } = await asked({ questions: [code] });
    expect((await submit({ code: 'abc' })).body.errors).toEqual([
      { field: 'answers_json.code', code: 'stringPattern', message: 'Which code? has the wrong format' },
    ]);
    expect((await submit({ code: 'AB' })).status).toBe(201);
  });

  it('are demanded of a team, and not of organizers who hand in for it', async () => {
    const { submit } = await asked();
    expect((await submit({}, here.api)).status).toBe(201);
    expect((await submit({ model: 'huge' }, here.api)).body.errors).toEqual(wrong('answers_json.model'));
  });

  it('are checked when they change, and left alone when they do not', async () => {
    const { member, handedIn, track, kept } = await asked();
    const path = `/submissions/${await handedIn({ data: 'Weather' })}`;
    const change = (answers_json: object) => member.patch(path, { answers_json });
    expect((await change({ model: 'huge', data: null })).body.errors).toEqual(
      wrong('answers_json.data', 'answers_json.model'),
    );
    expect((await change({ model: 'small', site: 'https://bees.test' })).body.data.submission.answers_json).toEqual({
      ...{ data: 'Weather', model: 'small', site: 'https://bees.test' },
    });
    expect((await change({ data: 'Bees', site: ' ' })).status).toBe(200);
    const more = [...questions, { id: 'more', field_type: 'text', label: 'More?', is_required: true }];
    await here.api.patch(`/events/${track.id}`, { config_json: { submissions: { questions: more } } });
    expect((await member.patch(path, { title: 'Wasps' })).status).toBe(200);
    expect(await kept()).toEqual([{ answers_json: { data: 'Bees', model: 'small' } }]);
  });

  it('may be sent back as they were read, whatever the track asks by now, and those to former questions be taken away', async () => {
    const { member, handedIn, track, kept } = await asked();
    const read = { data: 'Weather', model: 'small' };
    const path = `/submissions/${await handedIn(read)}`;
    const change = (answers_json: object) => member.patch(path, { answers_json });
    const now = [{ ...questions[0], validation_rules: { max_length: 3 } }];
    await here.api.patch(`/events/${track.id}`, { config_json: { submissions: { questions: now } } });
    expect((await change(read)).status).toBe(200);
    expect((await change({ ...read, model: 'large' })).body.errors).toEqual(wrong('answers_json.model'));
    expect((await change({ ...read, model: null })).status).toBe(200);
    expect(await kept()).toEqual([{ answers_json: { data: 'Weather' } }]);
  });

  it('stay, each of them, when members change different ones at once', async () => {
    const { member, handedIn, kept } = await asked();
    const path = `/submissions/${await handedIn({ data: 'Weather' })}`;
    const changes: object[] = [{ data: 'Bees' }, { model: 'large' }, { site: 'https://bees.test' }, { toString: true }];
    await Promise.all(changes.map((answers_json) => member.patch(path, { answers_json })));
    expect(await kept()).toEqual([{ answers_json: Object.assign({}, ...changes) as object }]);
  });

  it('are told beside an unknown prize, and after the deadline nothing is', async () => {
    const { member, team, track } = await asked();
    const body = { team_id: team.id, title: 'Bees', prize_ids: [team.id] };
    expect((await member.post('/submissions', body)).body.errors).toEqual(wrong('prize_ids', 'answers_json.data'));
    const closes_at = new Date(Date.now() - 120_000).toISOString();
    await here.api.patch(`/events/${track.id}`, { config_json: { submissions: { questions, closes_at } } });
    expect(await member.post('/submissions', body)).toBeRefused(409, 'SUBMISSIONS_CLOSED');
  });

  it('to a milestone are free', async () => {
    const { world } = here;
    const { member, team, track } = await asked();
    const point = await world.point(track, { type: 'milestone' });
    const body = { team_id: team.id, title: 'Bees', checkin_point_id: point.id, answers_json: { r1: 'done' } };
    const { status, body: answer } = await member.post('/submissions', body);
    expect(status).toBe(201);
    const changed = await member.patch(`/submissions/${answer.data.submission.id}`, { answers_json: { r2: 'done' } });
    expect(changed.status).toBe(200);
  });
});
