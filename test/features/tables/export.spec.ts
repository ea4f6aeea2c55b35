import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { Organization, SuperEvent } from '../../support/fixtures.ts';
import { tablesAt } from '../../support/tables.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let api: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  api = world.as(await world.member(acme, 'ADMIN'), acme);
});
afterAll(() => world.close());

const { hackathon, ask, applied, saved } = tablesAt(() => ({ world, acme, api }));
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
    expect(await api.get(`${path}?columns=Name%0AEmail`)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('takes its own first line for the columns, whatever questions are called', async () => {
    const { hack, web } = await hackathon();
    const [name] = [await ask(hack, 'Name'), await ask(hack, '=SUM(A1)')];
    const { parent } = await world.registered(await world.person({ name: 'Ada' }), web);
    await applied(parent.id, { [name]: 'Countess' });
    const whole = (await api.get(`/super-events/${hack.slug}/registrations/csv`)).text;
    const [line = ''] = whole.split('\r\n');
    expect(
      (await api.get(`/super-events/${hack.slug}/registrations/csv?columns=${encodeURIComponent(line)}`)).text,
    ).toBe(whole);
    expect(await people(hack, '?columns=Name')).toEqual([['Name'], ['Ada']]);
    expect(await people(hack, '?columns=Name,Name')).toEqual([
      ['Name', 'Name'],
      ['Ada', 'Countess'],
    ]);
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
