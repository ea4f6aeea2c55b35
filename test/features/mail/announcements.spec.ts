import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Client, Person } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let hack: SuperEvent;
let [climate, health]: Track[] = [];
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  hack = await world.superEvent(acme, { name: 'Spring Hack' });
  climate = await world.track(hack, { name: 'Climate' });
  health = await world.track(hack, { name: 'Health' });
  olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga Owner' }), acme);
});
afterAll(() => world.close());

interface Announcement {
  readonly id: string;
  readonly status: string;
  readonly recipients: number;
  readonly queued: number;
  readonly sent: number;
  readonly failed: number;
}
const letter = { subject: 'Doors', body: 'The doors open at nine.' };
const write = async (fields: Record<string, unknown> = {}, to = hack) =>
  (await olga.post(`/super-events/${to.slug}/announcements`, { ...letter, ...fields })).body.data
    .announcement as Announcement;
const read = async ({ id }: Pick<Announcement, 'id'>) =>
  (await olga.get(`/announcements/${id}`)).body.data.announcement as Announcement;
const send = async ({ id }: Pick<Announcement, 'id'>) =>
  (await olga.post(`/announcements/${id}/send`)).body.data.announcement as Announcement;
const untilSent = (announcement: Pick<Announcement, 'id'>) =>
  eventually(
    () => read(announcement),
    ({ status }) => status === 'sent',
  );
const guest = async (
  name: string,
  status: RegistrationStatus = 'accepted',
  track = climate!,
): Promise<Person & { token: string }> => {
  const person = await world.person({ name });
  const { token } = await world.registered(person, track, status);
  return { ...person, token };
};
const inFuture = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString();

describe('An announcement', () => {
  it('is a draft at first, and counts whom it would reach', async () => {
    await guest('Ada Lovelace');
    const response = await olga.post(`/super-events/${hack.slug}/announcements`, {
      ...letter,
      audience: { statuses: ['accepted'] },
    });
    expect(response.status).toBe(201);
    const { announcement } = response.body.data;
    expect(announcement).toMatchObject({
      ...letter,
      status: 'draft',
      send_at: null,
      sent_at: null,
      queued: 0,
      sent: 0,
    });
    expect(announcement.recipients).toBe(1);
    const list = (await olga.get(`/super-events/${hack.id}/announcements`)).body.data;
    expect(list).toMatchObject({ count: 1, announcements: [{ id: announcement.id, recipients: null }] });
    expect((await olga.del(`/announcements/${announcement.id}`)).body.data).toEqual({ deleted: true });
    expect(await olga.get(`/announcements/${announcement.id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('says to each what is theirs, in the layout of all emails', async () => {
    const other = await world.superEvent(acme, { name: 'Hack & Sleep' });
    const track = await world.track(other, { name: 'Hardware' });
    const ada = await world.person({ name: 'Ada <b>Lovelace</b>' });
    const { token } = await world.registered(ada, track);
    await world.team(track, [ada], { name: '**The** [Bees](https://evil.example)' });
    const body =
      'Dear {first_name},\n\n**Doors** open at *nine*:\n\n- {track}, {team}\n- bring [your ticket](https://example.org/t?code={code})\n\n{code} \\{kept\\} <script>alert(1)</script>';
    const { id } = await write({ subject: '{first_name}, see you at {hackathon}', body }, other);
    await send({ id });
    const mail = await world.nextMailTo(ada.email);
    expect(mail.subject).toBe('Ada, see you at Hack & Sleep');
    expect(mail.text).toContain(
      'Dear Ada,\n\nDoors open at nine:\n\n- Hardware, **The** [Bees](https://evil.example)\n',
    );
    expect(mail.text).toContain(`your ticket (https://example.org/t?code=${token})`);
    expect(mail.text).toContain(`${token} {kept} <script>`);
    expect(mail.html).toContain('<strong>Doors</strong> open at <em>nine</em>:');
    expect(mail.html).toContain(`href="https://example.org/t?code=${token}"`);
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.html).not.toContain('href="https://evil.example');
    expect(mail.sender).toBe(acme.name);
    expect(await untilSent({ id })).toMatchObject({ recipients: 1, queued: 0, sent: 1, failed: 0 });
  });

  it('is sent once, however often that is asked for, and told as a fact', async () => {
    const other = await world.superEvent(acme);
    const track = await world.track(other);
    const people = await Promise.all(['One', 'Two', 'Three'].map((name) => guest(name, 'accepted', track)));
    const { id } = await write({}, other);
    const answers = await Promise.all([1, 2, 3].map(() => olga.post(`/announcements/${id}/send`)));
    for (const { status } of answers) expect(status).toBe(200);
    await untilSent({ id });
    // Somebody who came later is none of its recipients.
    await guest('Four', 'accepted', track);
    expect(await send({ id })).toMatchObject({ status: 'sent', recipients: 3, sent: 3 });
    for (const { email } of people) expect(await world.mailsTo(email)).toHaveLength(1);
    type Told = { readonly data: { readonly announcement_id: string } };
    const told = async (): Promise<Told[]> => {
      const { facts } = (await olga.get(`/organizations/${acme.id}/facts?types=announcement.sent`)).body.data;
      return facts.filter(({ data }: Told) => data.announcement_id === id);
    };
    const own = await eventually(told, ({ length }) => length > 0);
    expect(own).toMatchObject([{ super_event_id: other.id, data: { recipients: 3 } }]);
  });

  it('goes at its time by itself, and not before', async () => {
    const other = await world.superEvent(acme);
    const { email } = await guest('Early', 'accepted', await world.track(other));
    const { id, status } = await write({ send_at: inFuture() }, other);
    expect(status).toBe('scheduled');
    const soon = await olga.patch(`/announcements/${id}`, { send_at: inFuture(4_000) });
    expect(soon.body.data.announcement.status).toBe('scheduled');
    expect(await world.mailsTo(email)).toHaveLength(0);
    await world.nextMailTo(email);
    expect(await untilSent({ id })).toMatchObject({ recipients: 1, sent: 1 });
  });

  it('becomes a draft again without a time, and can then be changed and deleted', async () => {
    const { id } = await write({ send_at: inFuture() });
    const { announcement } = (await olga.patch(`/announcements/${id}`, { send_at: null, subject: 'Later' })).body.data;
    expect(announcement).toMatchObject({ status: 'draft', send_at: null, subject: 'Later', body: letter.body });
    expect(await world.rows`select 1 from mail_queue.jobs where key = ${`begin-announcement ${id}`}`).toEqual([]);
    expect(await olga.post(`/announcements/${id}/cancel`)).toBeRefused(409, 'ANNOUNCEMENT_NOT_SENT');
    await olga.del(`/announcements/${id}`);
  });

  it('that was sent stays as it is', async () => {
    const { id } = await write({ audience: { statuses: ['rejected'] } });
    expect(await send({ id })).toMatchObject({ status: 'sent', recipients: 0 });
    expect(await olga.patch(`/announcements/${id}`, { subject: 'No' })).toBeRefused(409, 'ANNOUNCEMENT_SENT');
    expect(await olga.del(`/announcements/${id}`)).toBeRefused(409, 'ANNOUNCEMENT_SENT');
    expect(await olga.post(`/announcements/${id}/cancel`)).toBeRefused(409, 'ANNOUNCEMENT_SENT');
  });

  it('that is cancelled before its time is never sent', async () => {
    const { id } = await write({ send_at: inFuture() });
    for (let again = 0; again < 2; again++) {
      const { announcement } = (await olga.post(`/announcements/${id}/cancel`)).body.data;
      expect(announcement).toMatchObject({ status: 'cancelled', recipients: 0, queued: 0 });
    }
    expect(await olga.post(`/announcements/${id}/send`)).toBeRefused(409, 'ANNOUNCEMENT_CANCELLED');
  });

  it('can be tried out with examples, as a preview and by an email to oneself', async () => {
    const { id } = await write({ body: 'Dear {first_name} of {team}, {code}' });
    const mine = (await olga.post(`/announcements/${id}/test`)).body.data.email as string;
    const mail = await world.nextMailTo(mine);
    expect(mail.subject).toBe('Test: Doors');
    expect(mail.text).toContain('Dear Olga of Example team, EXAMPLE-CODE');
    const { data } = (await olga.post(`/super-events/${hack.id}/announcements/preview`, { body: '{track}' })).body;
    expect(data).toMatchObject({ subject: '', text: expect.stringContaining('Example track') });
    expect(data.html).toContain('Example track');
    await olga.del(`/announcements/${id}`);
  });
});

describe('Its audience', () => {
  let big: SuperEvent;
  let [front, back]: Track[] = [];
  let judge: Person;
  const reach = async (audience: Record<string, unknown>) =>
    (await olga.post(`/super-events/${big.id}/announcements/preview`, { audience })).body.data.recipients as number;

  beforeAll(async () => {
    big = await world.superEvent(acme);
    front = await world.track(big);
    back = await world.track(big);
    const [first] = [await guest('In', 'accepted', front), await guest('In too', 'accepted', back)];
    for (const status of ['pending', 'waitlisted', 'rejected', 'cancelled'] as const)
      await guest(status, status, front);
    await world.team(front, [first]);
    const point = await world.point(front);
    await olga.post(`/checkin-points/${point.id}/scan`, { token: first.token });
    judge = await world.person();
    await world.role(judge, back, 'JUDGE');
  });

  it.each<[string, () => Record<string, unknown>, number]>([
    ['everybody who has not cancelled', () => ({}), 5],
    ['some states', () => ({ statuses: ['pending', 'cancelled'] }), 2],
    ['a track', () => ({ track_ids: [back!.id] }), 1],
    ['a state on a track', () => ({ track_ids: [front!.id], statuses: ['accepted'] }), 1],
    ['a role, whether or not they applied', () => ({ roles: ['JUDGE'] }), 1],
    ['a role on a track', () => ({ roles: ['JUDGE'], track_ids: [front!.id] }), 0],
    ['a role and a state', () => ({ roles: ['JUDGE'], statuses: ['accepted'] }), 0],
    ['who has come', () => ({ checked_in: true }), 1],
    ['who has not come', () => ({ checked_in: false, statuses: ['accepted'] }), 1],
    ['who has a team', () => ({ has_team: true }), 1],
    ['who has none', () => ({ has_team: false }), 4],
  ])('may be %s', async (_, audience, count) => {
    expect(await reach(audience())).toBe(count);
  });

  it.each([
    [{ statuses: [] }, 'audience.statuses'],
    [{ statuses: ['gone'] }, 'audience.statuses[0]'],
    [{ roles: ['GUEST'] }, 'audience.roles[0]'],
    [{ track_ids: ['one'] }, 'audience.track_ids[0]'],
    [{ checked_in: 'yes' }, 'audience.checked_in'],
  ])('may not be %j', async (audience, field) => {
    const refusal = { errors: [expect.objectContaining({ field })] };
    const answer = await olga.post(`/super-events/${big.id}/announcements`, { ...letter, audience });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', refusal);
  });

  it('names tracks of the hackathon alone', async () => {
    const audience = { track_ids: [health!.id] };
    const refused = [
      await olga.post(`/super-events/${big.id}/announcements`, { ...letter, audience }),
      await olga.post(`/super-events/${big.id}/announcements/preview`, { audience }),
      await olga.patch(`/announcements/${(await write({}, big)).id}`, { audience }),
    ];
    for (const answer of refused) expect(answer).toBeRefused(400, 'INVALID_TRACK');
  });
});

describe('Writing an announcement', () => {
  it.each([
    ['subject', ''],
    ['subject', 'x'.repeat(201)],
    ['subject', 'To {nobody}'],
    ['body', ''],
    ['body', 'x'.repeat(20_001)],
    ['body', 'Dear {name}'],
    ['body', 'Dear {first_name'],
    ['body', 'Dear }'],
    ['body', '{}'],
    ['send_at', '2020-01-01T00:00:00Z'],
    ['send_at', 'soon'],
  ])('is refused with a wrong %s: %j', async (field, value) => {
    const refusal = { errors: [expect.objectContaining({ field })] };
    const added = await olga.post(`/super-events/${hack.id}/announcements`, { ...letter, [field]: value });
    expect(added).toBeRefused(400, 'VALIDATION_FAILED', refusal);
  });

  it('is a matter of organizers on any track, owners and admins', async () => {
    const organizer = await world.person();
    await world.role(organizer, health!, 'ORGANIZER');
    const { id } = await write({ audience: { statuses: ['rejected'] } });
    expect((await world.as(organizer, acme).get(`/announcements/${id}`)).status).toBe(200);
    const member = world.as(await world.member(acme, 'MEMBER'), acme);
    expect(await member.post(`/announcements/${id}/send`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await member.post(`/super-events/${hack.id}/announcements`, letter)).toBeRefused(403, 'PERMISSION_DENIED');
    const globex = await world.organization();
    const stranger = world.as(await world.member(globex, 'OWNER'), globex);
    expect(await stranger.get(`/announcements/${id}`)).toBeRefused(404, 'NOT_FOUND');
    await olga.del(`/announcements/${id}`);
  });
});

describe('A person who wants no more announcements', () => {
  const oneClick = (path: string) =>
    fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  it('stops them with one click of their mail program, and still gets what is about their own place', async () => {
    const other = await world.superEvent(acme);
    const track = await world.track(other);
    const ada = await guest('Ada', 'pending', track);
    await send(await write({}, other));
    const { headers, text } = await world.nextMailTo(ada.email);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const link = /^<(http[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(text).toContain(link);
    const { pathname } = new URL(link);

    // Scanners of mail open every link.
    const page = await fetch(world.url + pathname, { headers: { Accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    const nobody = world.stranger();
    expect((await nobody.get(pathname)).body.data).toEqual({ organization_name: acme.name, unsubscribed: false });
    expect((await oneClick(world.url + pathname)).status).toBe(200);
    expect((await nobody.get(pathname)).body.data).toMatchObject({ unsubscribed: true });

    expect(await send(await write({}, other))).toMatchObject({ recipients: 0, status: 'sent' });
    const [place] = await world.rows<{ id: string }>`
      select id from registrations.registration where event_id = ${track.id} and user_id = ${ada.id}`;
    await olga.patch(`/registrations/${place!.id}/status`, { status: 'waitlisted' });
    const decision = await world.nextMailTo(ada.email);
    expect(decision.subject).toContain('waiting list');
    expect(decision.headers).toEqual({});

    expect((await nobody.del(pathname)).body.data).toMatchObject({ unsubscribed: false });
    expect(await send(await write({}, other))).toMatchObject({ recipients: 1 });
  });

  it.each(['nothing', '0199c0de-0000-7000-8000-000000000001'])(
    'is told that a link leads nowhere: %s',
    async (token) => {
      const nobody = world.stranger();
      const path = `/unsubscribe/${token}`;
      for (const answer of [await nobody.get(path), await nobody.post(path, {}), await nobody.del(path)]) {
        expect(answer).toBeRefused(404, 'NOT_FOUND');
      }
    },
  );
});
