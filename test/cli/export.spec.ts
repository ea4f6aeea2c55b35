import { chmodSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { exportEventFile } from '../../cli/commands/export.ts';
import { validate } from '../../cli/commands/validate.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme, parts } from './acme.ts';
import { ask, muster, run, written } from './command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
});
afterAll(() => world.close());

const exported = async (superEvent: string, org?: string) => {
  const said = await run(exportEventFile, { superEvent, org });
  expect(said.code).toBe(0);
  return { text: said.stdout, stderr: said.stderr };
};
/** Whether the text is a valid file that asks for nothing. */
const expectNoChange = async (text: string) => {
  const file = written(text);
  expect(await run(validate, { file })).toMatchObject({ code: 0, stderr: '' });
  expect((await ask(plan, { file })).answer).toMatchObject({ actions: [], changes: { created: 0, changed: 0 } });
  return file;
};
const linesOf = (text: string) => text.split('\n').map((line) => line.trim());

describe('The example, applied', () => {
  beforeAll(async () => {
    await ask(apply, { file: 'examples/spring-hack.yaml' });
  });

  it.each(['spring-hack', 'autumn-hack'])('is exported as a file that changes nothing: %s', async (slug) => {
    const { text, stderr } = await exported(slug);
    expect(stderr).toBe('');
    await expectNoChange(text);
  });

  it('is the same the second time, but for the hour', async () => {
    const withoutHead = ({ text }: { text: string }) => text.replace(/^#.*\n/gm, '');
    expect(withoutHead(await exported('spring-hack'))).toBe(withoutHead(await exported('spring-hack')));
  });

  it('says when and of what it was made, and that secrets are not in it', async () => {
    const { text } = await exported('spring-hack');
    expect(text).toMatch(/^# The super event spring-hack of nordlicht, as it was at \d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z: /);
    expect(text).toContain('Of people there is no password, of API keys no text');
    expect(text).not.toMatch(/mst_|argon2/);
    expect(text).toContain('stream_url: https://stream.example/spring-hack\n');
  });

  it('has one line for each of what comes in numbers, and times as people write them', async () => {
    const { text } = await exported('spring-hack');
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        'start_at: 2027-03-06T09:00',
        '- { email: olga@nordlicht.example, name: Olga Lindqvist, role: OWNER }',
        '- { email: judy@nordlicht.example, name: Judy Okafor, github_url: https://github.com/judy-okafor-example }',
        '- { email: mehmet@nordlicht.example, role: MENTOR }',
        '- { name: Effect, description: "What it saves, counted honestly", weight: 0.5, order_index: 0 }',
        '- { key: lunch, name: Lunch, type: attendance, opens_at: 2027-03-06T12:00, closes_at: 2027-03-06T14:00 }',
        '- { email: ken.sato@kth.example, name: 佐藤 健, status: accepted, answers: { diet: none, size: S }, registrations: [ { track: ai, status: accepted } ] }',
        '- { label: kiosk-1, user: desk@nordlicht.example, expires_at: 2036-01-01T00:00Z }',
      ]),
    );
  });

  it('makes the same of an empty database', async () => {
    const { text } = await exported('spring-hack');
    const other = text.replace(/^ {2}slug: nordlicht$/m, '  slug: suedlicht');
    const { answer } = await ask(apply, { file: written(other) });
    expect(answer.changes).toMatchObject({ changed: 0 });
    const body = (whole: string) => whole.slice(whole.indexOf('super_events:'));
    expect(body((await exported('spring-hack', 'suedlicht')).text)).toBe(body(text));
  });
});

describe('A hackathon that people changed over HTTP', () => {
  let text: string;
  let stderr: string;
  const org = 'acme';
  const slug = 'spring-jam-2027';
  beforeAll(async () => {
    const fields = `${parts.fields}
      - { key: cv, field_type: file, label: CV }
      - { key: motto, field_type: text, label: Motto }`;
    await ask(apply, { file: written(acme({ fields })) });
    await changeEverything();
    ({ text, stderr } = await exported(slug, org));
  });

  async function people() {
    const [acmeOrg] = await world.rows<{ id: string }>`select id from organizations.organization where slug = ${org}`;
    const organization = { id: acmeOrg?.id ?? '' };
    const found = await world.rows<{
      id: string;
      email: string;
      name: string;
    }>`select id, email, name from identity.person`;
    const person = (email: string) => found.find((row) => row.email === email) ?? { id: '', email, name: '' };
    return { organization, person };
  }

  async function changeEverything() {
    const { organization, person } = await people();
    const olga = world.as(person('olga@acme.test'), organization);
    const done = async (answer: Promise<{ status: number; body: any }>) => {
      const { status, body } = await answer;
      if (status > 201) throw new Error(JSON.stringify(body));
      return body.data;
    };
    const tracks = (await done(olga.get(`/organizations/${org}/events`))).events;
    const { id: ai, super_event_id: hack } = tracks.find((track: any) => track.slug === 'ai');
    await done(olga.patch(`/super-events/${hack}`, { name: 'Spring Jam 2027', description: 'Two\nlines: "quoted"\n' }));
    await done(
      olga.patch(`/events/${ai}`, {
        name: 'Artificial',
        stream_url: 'stream.example',
        config_json: { max_team_size: 2 },
      }),
    );
    for (const label of ['T-shirt?', 'T-Shirt!', '???']) {
      await done(
        olga.post(`/super-events/${hack}/registration-fields`, { field_type: 'text', label, is_required: true }),
      );
    }
    const { fields } = await done(olga.get(`/super-events/${hack}/registration-fields`));
    const idOf = (label: string) => fields.find((field: any) => field.label === label).id;
    await world.rows`update registrations.super_event_registration
        set answers_json = answers_json || jsonb_build_object(${idOf('CV')}::text, jsonb_build_object('file_id', gen_random_uuid()), ${idOf('Motto')}::text, 'Go')
      where answers_json <> '{}'`;
    await done(olga.del(`/super-event-registration-fields/${idOf('Motto')}`));
    const { criteria } = await done(olga.get(`/events/${ai}/criteria`));
    const craft = criteria.find(({ name }: { name: string }) => name === 'Craft');
    await done(olga.patch(`/criteria/${craft.id}`, { name: 'Craft: "how"', weight: 0.1, description: 'Two\nlines' }));
    await done(olga.post(`/events/${ai}/criteria`, { name: '${env:HOME}', weight: 0.00001, order_index: -0.5 }));
    await done(olga.post(`/events/${ai}/criteria`, { name: 'Impact', weight: 0.2, order_index: 0 }));
    await done(olga.post(`/events/${ai}/roles`, { user_id: person('pam@x.test').id, role: 'MENTOR' }));
    await done(olga.del(`/events/${ai}/roles/${person('judy@acme.test').id}/JUDGE`));

    const { registrations } = await done(olga.get(`/events/${ai}/registrations`));
    const placeOf = (email: string) => registrations.find((row: any) => row.user_id === person(email).id);
    await done(olga.patch(`/registrations/${placeOf('pam@x.test').id}/status`, { status: 'accepted' }));
    const paul = world.as(person('paul@x.test'), organization);
    await done(paul.post(`/registrations/${placeOf('paul@x.test').id}/cancel`, {}));
    const quiet = await world.person({ name: null, email: 'quiet@x.test' });
    await done(
      world.as(quiet, organization).post(`/super-events/${slug}/register`, {
        answers_json: Object.fromEntries(
          fields.filter((f: any) => f.is_required).map((f: any) => [f.id, f.options[0] ?? '${env:HOME}']),
        ),
      }),
    );
    await world.rows`update identity.person set email_confirmed_at = null where id = ${quiet.id}`;
    const [point] = await world.rows<{ id: string }>`
      update check_in.point set opens_at = '2026-01-01T00:00Z', closes_at = '2036-01-01T00:00Z'
       where key = 'badge-desk' and organization_id = ${organization.id} returning id`;
    const [token] = await world.rows<{ checkin_token: string }>`
      select checkin_token from registrations.registration where user_id = ${person('pia@x.test').id}`;
    await done(olga.post(`/checkin-points/${point?.id}/scan`, { token: token?.checkin_token }));
  }

  it('is exported as a file that changes nothing', () => expectNoChange(text));

  it('goes by its present slug, also where the former one is asked for', async () => {
    expect(text).toContain(`- slug: ${slug}\n`);
    const { text: again, stderr: said } = await exported('spring-hack', org);
    expect(again).toContain(`- slug: ${slug}\n`);
    expect(said).toContain(`spring-hack has been renamed to ${slug}.`);
  });

  it('names fields that were added, once each', () => {
    expect(text).toContain('key: t-shirt,');
    expect(text).toMatch(/key: t-shirt-[0-9a-f]{8},/);
    expect(text).toMatch(/key: field-[0-9a-f]{8},/);
  });

  it('says null for what became required afterwards, and nothing in place of a name that nobody gave', () => {
    expect(text).toMatch(/email: pia@x.test, .*answers: \{ diet: vegan, t-shirt: null, /);
    expect(linesOf(text)).toContain('- { email: quiet@x.test, name: null, onboarded: false }');
  });

  it('has criteria in their order, the oldest of each name', () => {
    const names = linesOf(text).flatMap((line) => /^- \{ name: (.*), .*weight:/.exec(line)?.[1] ?? []);
    expect(names).toEqual([
      '"$${env:HOME}"',
      `'Craft: "how"', description: "Two\\nlines"`,
      'Impact, description: Whom it helps',
    ]);
  });

  it('keeps what looks like a variable of the environment as it is', async () => {
    expect(text).toContain('$${env:HOME}');
    const { answer } = await ask(plan, { file: await expectNoChange(text) });
    expect(answer.actions).toEqual([]);
  });

  it('tells what it had to leave out', () => {
    for (const said of [text, stderr]) {
      expect(said).toContain('criteria of artificial with the name of an older one there: Impact');
      expect(said).toContain('files given as answers: pia@x.test');
      expect(said).toContain('answers to registration fields that were deleted: pia@x.test');
    }
  });

  it('brings back what it says after somebody has changed it', async () => {
    await world.rows`update events.track set stream_url = null where slug = 'artificial'`;
    await world.rows`update events.super_event set description = null where slug = ${slug}`;
    const { answer } = await ask(apply, { file: written(text) });
    expect(answer.changes).toMatchObject({ created: 0, changed: 2 });
  });
});

describe('Data that a file may not hold', () => {
  it('is left out and told: namesakes, too many members, a cap that was lowered, misfits, odd sizes', async () => {
    const org = await world.organization();
    const hack = await world.superEvent(org, { max_participants: 2 });
    const track = await world.track(hack);
    const odd = await world.track(hack, { config_json: { max_team_size: 'many' } });
    const crowd = [];
    for (let n = 0; n < 5; n++) crowd.push(await world.person());
    for (const person of crowd) await world.registered(person, track);
    await world.team(track, crowd.slice(0, 5), { name: 'Rockets' });
    await world.team(track, [], { name: 'Rockets', problem: 'Another' });
    const [field] = await world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label, is_required)
      values (${hack.id}, 'checkbox', 'Agreed', true) returning id`;
    await world.rows`update registrations.super_event_registration set answers_json = ${{ [field?.id ?? '']: false }}
                      where user_id = ${crowd[0]?.id}`;
    const { text, stderr } = await exported(hack.slug, org.slug);
    await expectNoChange(text);
    expect(text).toContain(`key: ${field?.id},`);
    expect(stderr.split('\n').map((line) => line.replace('Left out, and left alone by apply: ', ''))).toEqual(
      expect.arrayContaining([
        `config_json of ${odd.slug}, whose team sizes are no whole numbers above 0.`,
        'max_participants, which is 2 while 5 are accepted.',
        `answers that their registration field would refuse by now: ${crowd[0]?.email}.`,
        `teams with the name of an older one on their track: ${track.slug}/Rockets.`,
        `members beyond the size that teams have on their track: ${track.slug}/Rockets.`,
      ]),
    );
  });

  it('is written all the same where only people can decide, with its lines', async () => {
    const org = await world.organization();
    const hack = await world.superEvent(org);
    await world.registered(await world.person({ name: 'N'.repeat(201) }), await world.track(hack));
    const { stderr } = await exported(hack.slug, org.slug);
    expect(stderr).toContain('Correct the lines above before you apply it.');
  });
});

describe('A super event that is not there', () => {
  it.each([
    [
      { superEvent: 'spring-hak', org: 'nordlicht' },
      'There is no super event spring-hak in nordlicht.\nDid you mean spring-hack?',
    ],
    [
      { superEvent: 'spring-jam-2027', org: 'nordlicht' },
      'spring-jam-2027 in nordlicht.\nAnother organization has one: --org acme',
    ],
    [{ superEvent: 'nothing-like-it', org: 'nordlicht' }, 'Known are: autumn-hack, spring-hack'],
    [{ superEvent: 'nothing-like-it', org: 'nordlich' }, 'Did you mean --org nordlicht?'],
  ])('is refused with what to write instead: %j', async (options, words) => {
    const { code, stdout, stderr } = await run(exportEventFile, options);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('is not guessed where several organizations have one', async () => {
    const { code, stderr } = await run(exportEventFile, { superEvent: 'spring-hack' });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Several organizations have a super event spring-hack.\nAdd --org, one of: acme, nordlicht, suedlicht',
    );
  });
});

describe('The command itself', () => {
  it('writes the file it is given, for its owner only', async () => {
    const file = written('');
    chmodSync(file, 0o644);
    const said = await muster(['export', '--super-event', 'autumn-hack', '-o', file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(said).toMatchObject({ code: 0, stdout: '' });
    expect(said.stderr).toContain(`Wrote ${file}.`);
    expect(await muster(['plan', '-f', file])).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain('slug: autumn-hack');
  });

  it('answers JSON, which can be applied as well', async () => {
    const { stdout } = await muster(['export', '--super-event', 'autumn-hack', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, organization: { slug: 'nordlicht' } });
    await expectNoChange(stdout);
  });

  it('says why it cannot write', async () => {
    const said = await muster(['export', '--super-event', 'autumn-hack', '-o', '/nowhere/at/all.yaml']);
    expect(said.code).toBe(1);
    expect(said.stderr).toContain('/nowhere/at/all.yaml cannot be written');
  });
});
