import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { FieldType } from '../../../shared/contract/vocabulary.ts';
import type { Client } from '../../support/client.ts';
import type { SuperEvent } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let api: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  api = world.as(await world.member(acme, 'ADMIN'), acme);
});
afterAll(() => world.close());

async function hackathon() {
  const hack = await world.superEvent(acme);
  const [web, games] = [await world.track(hack, { name: 'Web' }), await world.track(hack, { name: 'Games' })];
  return { hack, web, games };
}
const ask = async (hack: SuperEvent, label: string, field_type: FieldType = 'text', options: string[] = []) => {
  const [made] = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, options, order_index)
    values (${hack.id}, ${field_type}, ${label}, ${JSON.stringify(options)}::jsonb,
            (select count(*) from events.registration_field where super_event_id = ${hack.id})) returning id`;
  return made?.id ?? '';
};
const applied = (parent: string, answers: object) => world.rows`
  update registrations.super_event_registration set answers_json = ${JSON.stringify(answers)}::jsonb where id = ${parent}`;
const saved = async (path: string): Promise<string[][]> => {
  const answer = await api.get(path);
  expect(answer.status).toBe(200);
  return parse(answer.text, { record_delimiter: '\r\n' });
};
const people = (hack: SuperEvent, query = '') => saved(`/super-events/${hack.slug}/registrations/csv${query}`);

const fixed = [
  'Name',
  'Email',
  'Status',
  'Confirmed At',
  'Track',
  'Track Status',
  'Team',
  'Checked In At',
  'Applied At',
];

describe('Everybody who applied, as CSV', () => {
  it('has a line for each person and track, with their team, when they came, and all answers', async () => {
    const { hack, web, games } = await hackathon();
    const [shirt, diet] = [await ask(hack, 'Shirt', 'select', ['S', 'M']), await ask(hack, 'Diet', 'multiselect')];
    const [sure, cv] = [await ask(hack, 'Sure?', 'checkbox'), await ask(hack, 'CV', 'file')];
    const ada = await world.person({ name: 'Ada Lovelace' });
    const { parent } = await world.registered(ada, web);
    const confirmed = '2026-03-07T09:00:00.000Z';
    await world.rows`update registrations.super_event_registration set confirm_by = ${confirmed}, confirmed_at = ${confirmed} where id = ${parent.id}`;
    const other = await world.registered(ada, games, 'waitlisted');
    await applied(parent.id, { [shirt]: 'S', [diet]: ['vegan', 'nuts'], [sure]: true, [cv]: { filename: 'cv.pdf' } });
    await world.rows`update registrations.registration set answers_json = ${JSON.stringify({ [shirt]: 'M' })}::jsonb where id = ${other.id}`;
    await world.team(web, [ada], { name: 'Rockets' });
    const point = await world.point(hack);
    await api.post(`/checkin-points/${point.id}/scan`, { token: parent.token });
    const bob = await world.person({ name: '=Bob' });
    const alone = await world.applied(bob, hack, 'pending');
    await applied(alone.id, { [sure]: false });

    const [header, onGames, onWeb, ofBob, ...none] = await people(hack);
    expect(none).toEqual([]);
    expect(header).toEqual([...fixed, 'Shirt', 'Diet', 'Sure?', 'CV']);
    const when = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const ofAda = ['Ada Lovelace', ada.email, 'accepted', confirmed];
    const rest = ['vegan; nuts', 'Yes', 'cv.pdf'];
    expect(onGames).toEqual([...ofAda, 'Games', 'waitlisted', '', when, when, 'M', ...rest]);
    expect(onWeb).toEqual([...ofAda, 'Web', 'accepted', 'Rockets', when, when, 'S', ...rest]);
    // No spreadsheet takes a name for a formula.
    expect(ofBob).toEqual(["'=Bob", bob.email, 'pending', '', '', '', '', '', when, '', '', 'No', '']);
  });

  it('is of one status, or of one track', async () => {
    const { hack, web, games } = await hackathon();
    const [ada, bob] = [await world.person({ name: 'Ada' }), await world.person({ name: 'Bob' })];
    await world.registered(ada, web);
    await world.registered(bob, games, 'rejected');
    expect((await people(hack, '?status=rejected')).map(([name]) => name)).toEqual(['Name', 'Bob']);
    expect((await people(hack, `?track_id=${web.id}`)).map(([name]) => name)).toEqual(['Name', 'Ada']);
    const { track } = { track: (await hackathon()).web };
    const path = `/super-events/${hack.slug}/registrations/csv`;
    expect(await api.get(`${path}?track_id=${track.id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('has the columns that were asked for, in their order', async () => {
    const { hack, web } = await hackathon();
    const size = await ask(hack, 'Shirt, size');
    const { parent } = await world.registered(await world.person({ name: 'Ada' }), web);
    await applied(parent.id, { [size]: 'M' });
    expect(await people(hack, `?columns=${encodeURIComponent('"Shirt, size",Name')}`)).toEqual([
      ['Shirt, size', 'Name'],
      ['M', 'Ada'],
    ]);
    const path = `/super-events/${hack.slug}/registrations/csv`;
    const refused = await api.get(`${path}?columns=Name,Shoes`);
    expect(refused).toBeRefused(400, 'VALIDATION_FAILED');
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'columns', code: 'unknown' })]);
    expect(await api.get(`${path}?columns=%22Name`)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  const mlh = [
    ...['First Name', 'Last Name', 'Age', 'Email', 'Phone Number', 'School', 'Level of Study'],
    ...['Country of Residence', 'LinkedIn URL', 'MLH Code of Conduct', 'MLH Privacy Policy', 'MLH Emails'],
    'Checked In',
  ];

  it('has the headings of Major League Hacking, and a line for each person', async () => {
    const { hack, web, games } = await hackathon();
    const [school, age] = [await ask(hack, 'Your school'), await ask(hack, 'Age')];
    const consent = await ask(hack, 'I have read and agree to the MLH Code of Conduct.', 'checkbox');
    await ask(hack, 'MLH may send me emails', 'checkbox');
    const ada = await world.person({ name: 'Ada King Lovelace', linkedin_url: 'https://linkedin.com/in/ada' });
    const { parent } = await world.registered(ada, web);
    await world.registered(ada, games);
    await applied(parent.id, { [school]: 'Home', [age]: 17, [consent]: true });
    expect(await people(hack, '?preset=mlh')).toEqual([
      mlh,
      [
        'Ada',
        'King Lovelace',
        '17',
        ada.email,
        '',
        'Home',
        '',
        '',
        'https://linkedin.com/in/ada',
        'Yes',
        '',
        'No',
        'No',
      ],
    ]);
    expect(await people(hack, `?preset=mlh&track_id=${games.id}`)).toHaveLength(2);
  });

  it('has of those who came the same headings and one more', async () => {
    const { hack, web, games } = await hackathon();
    const point = await world.point(hack);
    const milestone = await world.point(web, { type: 'milestone' });
    const [ada, bob] = [await world.person({ name: 'Ada King' }), await world.person({ name: 'Bob' })];
    const { parent } = await world.registered(ada, web);
    await world.registered(ada, games);
    await world.registered(bob, web);
    expect(await people(hack, '?preset=mlh_checkins')).toEqual([[...mlh, 'Checked In At']]);
    expect((await api.post(`/checkin-points/${point.id}/scan`, { token: parent.token })).status).toBe(201);
    await world.rows`
      insert into check_in.record (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
      select ${milestone.id}, ${bob.id}, id, 'qr_scan', 'half way', 'nobody', user_id, now()
        from registrations.super_event_registration where user_id = ${bob.id}`;
    const [, ...came] = await people(hack, '?preset=mlh_checkins');
    const when = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(came).toEqual([['Ada', 'King', '', ada.email, '', '', '', '', '', '', '', '', 'Yes', when]]);
    expect(await people(hack, '?preset=mlh_checkins&status=rejected')).toHaveLength(1);
    expect(await people(hack, '?preset=mlh_checkins&columns=Email')).toEqual([['Email'], [ada.email]]);
    const file = await api.get(`/super-events/${hack.slug}/registrations/csv?preset=mlh_checkins`);
    expect(file.headers.get('content-disposition')).toContain(`${hack.slug}-checkins.csv`);
  });
});

describe('Teams and projects as CSV', () => {
  it('name those who are in a team, the leader first', async () => {
    const { hack, web } = await hackathon();
    const [ada, bob] = [await world.person({ name: 'Ada' }), await world.person({ name: 'Bob' })];
    await world.team(web, [bob, ada], { name: 'Rockets', problem: 'Gravity', table: 'B2' });
    await world.team(web, [], { name: 'Empty' });
    await world.team(web, [], { name: 'Gone', deleted_at: new Date().toISOString() });
    expect(await saved(`/super-events/${hack.slug}/teams/csv`)).toEqual([
      ['Team', 'Track', 'Role', 'Name', 'Email', 'Problem', 'Table'],
      ['Empty', 'Web', '', '', '', '', ''],
      ['Rockets', 'Web', 'LEADER', 'Bob', bob.email, 'Gravity', 'B2'],
      ['Rockets', 'Web', 'MEMBER', 'Ada', ada.email, 'Gravity', 'B2'],
    ]);
  });

  it('tell of a project who made it, its links and the prizes it is for', async () => {
    const { hack, web } = await hackathon();
    const [ada, bob] = [await world.person({ name: 'Ada' }), await world.person({ name: 'Bob' })];
    const team = await world.team(web, [ada, bob], { name: 'Rockets', table: 'B2' });
    await ask(hack, 'Schooling in years');
    const [school, later] = [await ask(hack, 'University or school'), await ask(hack, 'College')];
    const { parent } = await world.registered(ada, web, 'accepted', {
      answers_json: JSON.stringify({ [school]: 'ETH' }),
    });
    await applied(parent.id, { [school]: 'Home', [later]: 'Nowhere' });
    await world.registered(bob, web);
    const [prize] = await world.rows<{ id: string }>`
      insert into events.prize (super_event_id, name) values (${hack.id}, 'Best design') returning id`;
    await world.rows`
      insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by, links, built_with, prize_ids, late_by_ms)
      values (${team.id}, ${hack.id}, ${web.id}, 'Bees', ${ada.id}, '["https://a.test","https://b.test"]', '["wax"]',
              array[${prize?.id}]::uuid[], 90000)`;
    const projects = () => saved(`/super-events/${hack.slug}/projects/csv`);
    const [header, line, ...none] = await projects();
    expect(none).toEqual([]);
    expect(header).toEqual([
      ...['Title', 'Team', 'Track', 'Members', 'Emails', 'Schools', 'Description', 'Links', 'Video', 'Built With'],
      ...['Prizes', 'Submitted At', 'Late By Minutes', 'Table'],
    ]);
    expect(line).toEqual([
      ...['Bees', 'Rockets', 'Web', 'Ada; Bob', `${ada.email}; ${bob.email}`, 'ETH; '],
      ...['', 'https://a.test; https://b.test', ''],
      ...['wax', 'Best design', expect.any(String), '2', 'B2'],
    ]);
    const questions = ['data', 'model'].map((id) => ({ id, field_type: 'text', label: `Which ${id}?` }));
    await world.rows`
      update events.track set config_json = ${JSON.stringify({ submissions: { questions } })}::jsonb where id = ${web.id}`;
    await world.rows`update teams.submission set answers_json = '{"data": ["rain", "wind"]}' where team_id = ${team.id}`;
    expect((await projects()).map((cells) => cells.slice(14))).toEqual([
      ['Which data?', 'Which model?'],
      ['rain; wind', ''],
    ]);
  });

  it('have a column for each question of a track, and write nothing that is no answer to one', async () => {
    const { hack, web, games } = await hackathon();
    const asking = (track: { id: string }, ids: readonly string[], label = 'Which data?') => {
      const questions = ids.map((id) => ({ id, field_type: 'text', label }));
      const config = JSON.stringify({ submissions: { questions } });
      return world.rows`update events.track set config_json = ${config}::jsonb where id = ${track.id}`;
    };
    await asking(web, ['one', 'two']);
    await asking(games, ['first']);
    const ada = await world.person();
    const odd = '[{"toString": 1, "valueOf": 1}, null, ["deep"]]';
    for (const [track, title, answers] of [
      [games, 'Ants', '{"first": "rain"}'],
      [web, 'Bees', '{"one": "wind", "two": "sun"}'],
      [web, 'Wasps', `{"one": ${odd}, "two": {"filename": 1}}`],
    ] as const) {
      const team = await world.team(track, []);
      await world.rows`
        insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by, answers_json)
        values (${team.id}, ${hack.id}, ${track.id}, ${title}, ${ada.id}, ${answers}::jsonb)`;
    }
    const lines = await saved(`/super-events/${hack.slug}/projects/csv`);
    expect(lines.map(([title, ...cells]) => [title, ...cells.slice(13)])).toEqual([
      ['Title', 'Which data?', 'Which data?'],
      ['Ants', 'rain', ''],
      ['Bees', 'wind', 'sun'],
      ['Wasps', '', ''],
    ]);
  });
});

describe('Answers, counted', () => {
  it('are of one person once, of the track they registered on last, and of whom organizers ask for', async () => {
    const { hack, web } = await hackathon();
    const diet = await ask(hack, 'Diet', 'multiselect', ['vegan', 'nuts', 'fish']);
    for (const [answer, status] of [
      [['vegan', 'nuts'], 'accepted'],
      [['vegan'], 'accepted'],
      [undefined, 'accepted'],
      [['fish'], 'rejected'],
    ] as const) {
      const { parent } = await world.registered(await world.person(), web, status);
      await applied(parent.id, answer ? { [diet]: answer } : {});
    }
    const changed = await world.registered(await world.person(), web, 'accepted', {
      answers_json: JSON.stringify({ [diet]: ['nuts'] }),
    });
    await applied(changed.parent.id, { [diet]: ['vegan'] });
    const path = `/super-events/${hack.slug}/answers/${diet}/counts`;
    expect((await api.get(path)).body.data).toEqual({
      counts: [
        { value: 'nuts', count: 2 },
        { value: 'vegan', count: 2 },
        { value: 'fish', count: 1 },
      ],
      ...{ answered: 4, people: 5 },
    });
    expect((await api.get(`${path}?status=accepted`)).body.data).toEqual({
      counts: [
        { value: 'nuts', count: 2 },
        { value: 'vegan', count: 2 },
        { value: 'fish', count: 0 },
      ],
      ...{ answered: 3, people: 4 },
    });
  });

  it('are of what is chosen or ticked, of this hackathon', async () => {
    const { hack, web } = await hackathon();
    const [sure, why] = [await ask(hack, 'Sure?', 'checkbox'), await ask(hack, 'Why?', 'textarea')];
    const { parent } = await world.registered(await world.person(), web);
    await applied(parent.id, { [sure]: true, [why]: 'Because' });
    const of = (id: string) => api.get(`/super-events/${hack.slug}/answers/${id}/counts`);
    expect((await of(sure)).body.data.counts).toEqual([
      { value: 'true', count: 1 },
      { value: 'false', count: 0 },
    ]);
    const refused = await of(why);
    expect(refused).toBeRefused(400, 'VALIDATION_FAILED');
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'field_id', code: 'fieldType' })]);
    expect(await of(await ask((await hackathon()).hack, 'Other', 'checkbox'))).toBeRefused(404, 'NOT_FOUND');
  });
});
