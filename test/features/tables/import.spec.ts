import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { apply, ask, brought, outcomeOf, pathOf } from '../../support/importing.ts';
import { tokenIn } from '../../support/mails.ts';
import { factsAt } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let olga: Person;
let api: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = await world.member(acme, 'OWNER');
  api = world.as(olga, acme);
});
afterAll(() => world.close());

let hack: SuperEvent;
let web: Track;
let games: Track;
beforeEach(async () => {
  hack = await world.superEvent(acme, { name: 'Spring Hack' });
  [web, games] = [await world.track(hack, { name: 'Web' }), await world.track(hack, { name: 'Games' })];
});

let count = 0;
const newAddress = () => `imported-${++count}@muster.test`;
const placeOf = async ({ id }: Pick<Person, 'id'>) => {
  const [place] = await world.rows<{ status: string; answers_json: object; tracks: string[] }>`
    select p.status, p.answers_json,
           array(select t.name from registrations.registration r join events.track t on t.id = r.event_id
                  where r.super_event_registration_id = p.id and r.status = 'accepted' order by t.name) as tracks
      from registrations.super_event_registration p where p.user_id = ${id} and p.super_event_id = ${hack.id}`;
  return place;
};
const invitesTo = (email: string) =>
  world.rows<{ first_name: string; last_name: string; track_ids: string[] }>`
    select first_name, last_name, track_ids from onboarding.invite where email = ${email}`;
const factsAbout = (type: string) =>
  factsAt(api, `/organizations/${acme.id}/facts?types=${type}&super_event_id=${hack.id}&limit=100`);
const nothingElse = { enrolled: 0, invited: 0, unchanged: 0, refused: 0 };

describe('Bringing in a table', () => {
  it('enrolls who has an account, onto their tracks and with their answers, and tells them', async () => {
    const [shirt, diet] = [
      await ask(world, hack, 'Shirt', 'select', ['S', 'M']),
      await ask(world, hack, 'Diet', 'multiselect', ['Vegan', 'No nuts']),
    ];
    const [ada, bob] = [await world.person(), await world.person()];
    const table = `Email,Track,Shirt,Diet\n${ada.email.toUpperCase()},Web,m,"vegan, No nuts"\n${bob.email},,,\n`;
    const begun = await apply(api, hack, table);
    expect(begun).toMatchObject({ status: 202, body: { data: { job: { status: 'running' } } } });
    expect(pathOf(begun)).toBe(`/super-events/${hack.id}/import/jobs/${begun.body.data.job.id}`);
    expect(await outcomeOf(api, begun)).toEqual({
      status: 'done',
      rows: 2,
      lines: [
        { line: 2, status: 'enrolled' },
        { line: 3, status: 'enrolled' },
      ],
      counts: { ...nothingElse, enrolled: 2 },
    });
    const answers_json = { [shirt]: 'M', [diet]: ['Vegan', 'No nuts'] };
    expect(await placeOf(ada)).toEqual({ status: 'accepted', answers_json, tracks: ['Web'] });
    expect(await placeOf(bob)).toEqual({ status: 'accepted', answers_json: {}, tracks: [] });
    expect((await world.nextMailTo(ada.email)).subject).toMatch(/^You're in! Web \(Spring Hack\), \d/);
    expect((await world.nextMailTo(bob.email)).subject).toMatch(/^You're in! Spring Hack, \d/);
  });

  it('invites who has none, and keeps their answers and tracks until they accept', async () => {
    const shirt = await ask(world, hack, 'Shirt');
    const email = newAddress();
    const table = `Email,First Name,Last Name,Track,Shirt\n${email},Grace,Hopper,Games,M\n`;
    expect((await brought(api, hack, table)).lines).toEqual([{ line: 2, status: 'invited' }]);
    expect(await invitesTo(email)).toEqual([{ first_name: 'Grace', last_name: 'Hopper', track_ids: [games.id] }]);
    expect(await world.rows`select 1 from identity.person where email = ${email}`).toEqual([]);
    const mail = await world.nextMailTo(email);
    expect(mail.subject).toBe('You are invited to Spring Hack');
    expect(mail.text).toContain('Hello Grace Hopper');

    const accepted = await world.stranger().post('/invites/accept', { token: tokenIn(mail) });
    expect(accepted.status).toBe(200);
    const place = { status: 'accepted', answers_json: { [shirt]: 'M' }, tracks: ['Games'] };
    expect(await placeOf({ id: accepted.body.data.user_id })).toEqual(place);
    expect((await brought(api, hack, table)).lines).toEqual([{ line: 2, status: 'unchanged' }]);
  });

  it('changes nothing the second time, and writes to nobody', async () => {
    const [ada, email] = [await world.person(), newAddress()];
    const table = `Email,Track\n${ada.email},Web\n${email},Web\n${email},Games\n${ada.email},Games\n`;
    const first = await brought(api, hack, table);
    expect(first.lines.map(({ status }) => status)).toEqual(['enrolled', 'invited', 'invited', 'enrolled']);
    expect(await placeOf(ada)).toMatchObject({ tracks: ['Games', 'Web'] });
    expect((await invitesTo(email))[0]?.track_ids.toSorted()).toEqual([web.id, games.id].toSorted());
    await world.nextMailTo(ada.email);
    await world.nextMailTo(email);
    const told = (await factsAbout('registration.created')).length;
    expect(await brought(api, hack, table)).toMatchObject({ status: 'done', counts: { ...nothingElse, unchanged: 4 } });
    expect((await factsAbout('registration.created')).length).toBe(told);
    expect(
      await world.rows`select 1 from mail_queue._private_jobs where payload ->> 'to' in (${ada.email}, ${email})`,
    ).toEqual([]);
    expect(await world.mailsTo(email)).toHaveLength(1);
  });

  it('puts people onto the only track where there is one', async () => {
    await world.rows`update events.track set deleted_at = now() where id = ${games.id}`;
    const [ada, email] = [await world.person(), newAddress()];
    await brought(api, hack, `Email\n${ada.email}\n${email}\n`);
    expect(await placeOf(ada)).toMatchObject({ tracks: ['Web'] });
    const token = tokenIn(await world.nextMailTo(email));
    const { user_id } = (await world.stranger().post('/invites/accept', { token })).body.data;
    expect(await placeOf({ id: user_id })).toMatchObject({ tracks: ['Web'] });
  });

  it.each(['pending', 'waitlisted', 'rejected', 'cancelled'] as const)(
    'lifts who was %s, and leaves what they answered themselves',
    async (status) => {
      const [shirt, diet] = [await ask(world, hack, 'Shirt'), await ask(world, hack, 'Diet')];
      const ada = await world.person();
      const { parent } = await world.registered(ada, web, status);
      await world.rows`update registrations.super_event_registration
        set answers_json = ${JSON.stringify({ [shirt]: 'own' })}::jsonb where id = ${parent.id}`;
      const table = `Email,Track,Shirt,Diet\n${ada.email},Web,theirs,vegan\n`;
      expect((await brought(api, hack, table)).lines).toEqual([{ line: 2, status: 'enrolled' }]);
      const answers_json = { [shirt]: 'own', [diet]: 'vegan' };
      expect(await placeOf(ada)).toEqual({ status: 'accepted', answers_json, tracks: ['Web'] });
    },
  );

  it('takes a person onto a further track, who has a place already', async () => {
    const ada = await world.person();
    await world.registered(ada, web);
    expect((await brought(api, hack, `Email,Track\n${ada.email},Games\n`)).lines).toEqual([
      { line: 2, status: 'enrolled' },
    ]);
    expect(await placeOf(ada)).toMatchObject({ tracks: ['Games', 'Web'] });
  });

  it.each([
    ['unconfirmed', { email_confirmed_at: null }],
    ['nameless', { name: null }],
  ])('invites somebody whose account is unfinished: %s', async (_, columns) => {
    const bob = await world.person(columns);
    expect((await brought(api, hack, `Email\n${bob.email}\n`)).lines).toEqual([{ line: 2, status: 'invited' }]);
    expect(await placeOf(bob)).toBeUndefined();
  });

  it('leaves the facts of each place and invitation, by who brought the table', async () => {
    const [ada, email] = [await world.person(), newAddress()];
    await brought(api, hack, `Email,Track\n${ada.email},Web\n${email},\n`);
    const [onTrack, whole, ...more] = await factsAbout('registration.created');
    expect(more).toEqual([]);
    for (const fact of [onTrack, whole]) {
      expect(fact).toMatchObject({ actor: { user_id: olga.id }, data: { user_id: ada.id, status: 'accepted' } });
    }
    expect(await factsAbout('participant.onboarded')).toMatchObject([{ data: { user_id: ada.id } }]);
    expect(await factsAbout('participant.invited')).toMatchObject([{ data: { invite_id: expect.any(String) } }]);
    const { entries } = (await api.get(`/organizations/${acme.id}/audit?action=registrations.applyImport`)).body.data;
    expect(JSON.stringify(entries)).toContain(ada.id);
  });

  it('gives nobody the token of a letter', async () => {
    const email = newAddress();
    await brought(api, hack, `Email\n${email}\n`);
    const token = tokenIn(await world.nextMailTo(email));
    const [kept] = await world.rows<{ text: string }>`
      select (select json_agg(i) from onboarding.invite i)::text || (select json_agg(a) from registrations.audit a)::text
             || (select json_agg(l) from registrations.import_line l)::text as text`;
    expect(kept?.text).toContain(email);
    expect(kept?.text).not.toContain(token);
  });

  it('forgets what a line said of somebody once it is settled', async () => {
    const begun = await apply(api, hack, `Email,First Name\n${newAddress()},Grace\n`);
    await outcomeOf(api, begun);
    expect(
      await world.rows`
      select email, first_name, answers_json from registrations.import_line
       where import_id = ${begun.body.data.job.id}`,
    ).toEqual([{ email: null, first_name: null, answers_json: {} }]);
  });

  it('begins once, however often it is sent under one key', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const table = `Email\n${newAddress()}\n`;
    const first = await apply(api, hack, table, key);
    const again = await apply(api, hack, table, key);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([202, first.text, 'true']);
    expect(pathOf(again)).toBe(pathOf(first));
    expect(await apply(api, hack, `${table}more`, key)).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('A line is refused', () => {
  const codesOf = async (table: unknown) => (await brought(api, hack, table)).lines.map(({ code }) => code);

  it('for what is wrong with it, and the others go on', async () => {
    await ask(world, hack, 'Shirt', 'select', ['S', 'M']);
    const table = `Email,Track,Shirt\nnobody,Web,S\n${newAddress()},Robots,S\n${newAddress()},Web,XL\n${newAddress()},Web,S\n`;
    const { lines, counts } = await brought(api, hack, table);
    expect(lines).toEqual([
      { line: 2, status: 'refused', code: 'INVALID_EMAIL' },
      { line: 3, status: 'refused', code: 'INVALID_TRACK' },
      { line: 4, status: 'refused', code: 'VALIDATION_FAILED' },
      { line: 5, status: 'invited' },
    ]);
    expect(counts).toEqual({ ...nothingElse, invited: 1, refused: 3 });
  });

  it.each([
    ['EVENT_NOT_PAID', () => world.rows`update events.super_event set payment_status = 'unpaid' where id = ${hack.id}`],
    [
      'REGISTRATION_CLOSED',
      () => world.rows`update events.track set registration = 'closed' where super_event_id = ${hack.id}`,
    ],
    ['NO_TRACKS', () => world.rows`update events.track set deleted_at = now() where super_event_id = ${hack.id}`],
  ])('with %s, as onboarding refuses', async (code, spoil) => {
    await spoil();
    const ada = await world.person();
    expect(await codesOf(`Email\n${ada.email}\n${newAddress()}\n`)).toEqual([code, code]);
    expect(await placeOf(ada)).toBeUndefined();
  });

  it('beyond the cap, which is never passed however many are brought in at once', async () => {
    await world.rows`update events.super_event set max_participants = 3 where id = ${hack.id}`;
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()));
    const table = (some: readonly Person[]) => `Email,Track\n${some.map(({ email }) => `${email},Web\n`).join('')}`;
    const outcomes = await Promise.all([
      brought(api, hack, table(people.slice(0, 4))),
      brought(api, hack, table(people.slice(4))),
      ...people.map(({ email }) => api.post(`/super-events/${hack.slug}/participants`, { email })),
    ]);
    const [seats] = await world.rows<{ accepted: number; places: number; all: number }>`
      select s.accepted, (select count(*)::int from registrations.super_event_registration p
                           where p.super_event_id = ${hack.id} and p.status = 'accepted') as places,
             (select count(*)::int from registrations.super_event_registration p where p.super_event_id = ${hack.id}) as all
        from registrations.seat s where s.super_event_id = ${hack.id}`;
    expect(seats).toEqual({ accepted: 3, places: 3, all: 3 });
    const codes = outcomes.slice(0, 2).flatMap((each) => ('lines' in each ? each.lines.map(({ code }) => code) : []));
    expect(new Set(codes.filter((code) => code !== undefined))).toEqual(new Set(['MAX_PARTICIPANTS_REACHED']));
    expect(codes).toHaveLength(8);
    expect(await codesOf(`Email\n${newAddress()}\n`)).toEqual(['MAX_PARTICIPANTS_REACHED']);
  });

  it('in the order of the table where there are few seats', async () => {
    await world.rows`update events.super_event set max_participants = 1 where id = ${hack.id}`;
    const people = [await world.person(), await world.person()];
    const table = `Email\n${people.map(({ email }) => email).join('\n')}\n`;
    expect(await codesOf(table)).toEqual([undefined, 'MAX_PARTICIPANTS_REACHED']);
    expect(await codesOf(table)).toEqual([undefined, 'MAX_PARTICIPANTS_REACHED']);
  });
});

describe('An import', () => {
  it('without addresses is refused as a whole', async () => {
    const answer = await apply(api, hack, { columns: ['Name'], rows: [['Ada']], mapping: { Name: 'first_name' } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field: 'mapping' })] });
  });

  it('that no job goes on with any more has failed', async () => {
    const begun = await apply(api, hack, `Email\n${newAddress()}\n${newAddress()}\n`);
    await outcomeOf(api, begun);
    const { id } = begun.body.data.job;
    await world.rows`update registrations.import_line set status = null where import_id = ${id} and line = 3`;
    const counts = { ...nothingElse, invited: 1 };
    // The job ends a moment after its last line.
    expect(await outcomeOf(api, begun)).toEqual({
      status: 'failed',
      rows: 2,
      lines: [{ line: 2, status: 'invited' }],
      counts,
    });
  });

  it('of nobody is done at once', async () => {
    expect(await brought(api, hack, 'Email\n')).toEqual({ status: 'done', rows: 0, lines: [], counts: nothingElse });
  });

  it('is for owners and admins alone, and there for nobody of another organization or hackathon', async () => {
    const begun = await apply(api, hack, 'Email\n');
    const path = pathOf(begun);
    const admin = world.as(await world.member(acme, 'ADMIN'), acme);
    expect((await admin.get(path)).status).toBe(200);
    expect((await apply(admin, hack, 'Email\n')).status).toBe(202);
    const member = world.as(await world.member(acme, 'MEMBER'), acme);
    expect(await apply(member, hack, 'Email\n')).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await member.get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    expect(await otto.get(path)).toBeRefused(404, 'NOT_FOUND');
    const own = await world.superEvent(other);
    expect(await otto.get(path.replace(hack.id, own.id))).toBeRefused(404, 'NOT_FOUND');
    expect(await api.get(path.slice(0, -36) + randomUUID())).toBeRefused(404, 'NOT_FOUND');
  });

  it('whose hackathon is deleted meanwhile refuses what is left', async () => {
    const table = `Email\n${newAddress()}\n`;
    const begun = await apply(api, hack, table);
    await outcomeOf(api, begun);
    const id = begun.body.data.job.id;
    await world.rows`update registrations.import_line set status = null, code = null, email = 'late@muster.test' where import_id = ${id}`;
    await world.rows`update events.super_event set deleted_at = now() where id = ${hack.id}`;
    await world.rows`select registrations_queue.add_job('import-people', json_build_object('id', ${id}::text))`;
    const look = async () =>
      world.rows<{
        code: string;
      }>`select code from registrations.import_line where import_id = ${id} and status = 'refused'`;
    for (let found = await look(); ; found = await look())
      if (found.length > 0) return expect(found).toEqual([{ code: 'NOT_FOUND' }]);
  });
});
