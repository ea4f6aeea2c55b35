import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBuckets, type Buckets } from '../../support/bucket.ts';
import { restoreEnvironment } from '../../support/environment.ts';
import { bearer, accessTokenOf, password } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';
import { eventually, factsAt } from '../../support/wire.ts';
import { fill, mark, type Filled } from './filling.ts';
import { columnsWith, filesWith } from './searching.ts';

const erase = ({ owner, ids }: Filled) => owner.del(`/super-event-registrations/${ids.parent}/data`);

describe.each(['the data directory', 'S3'])(
  "A hackathon's data of a person who has an account, with files in %s",
  (store) => {
    let world: World;
    let filled: Filled;
    let buckets: Buckets | undefined;
    const former = { ...process.env };
    beforeAll(async () => {
      if (store === 'S3') buckets = await openBuckets();
      Object.assign(process.env, buckets?.env);
      world = await openWorld(buckets ? { FILES_URL: 's3://here/uploads' } : {}, { alone: true });
      filled = await fill(world);
      expect(await stored()).not.toEqual([]);
      await world.rows`update events.super_event set start_at = now() - interval '9 days', end_at = now() - interval '7 days'`;
      expect((await erase(filled)).body.data).toEqual({ erased: true });
    });
    afterAll(async () => {
      await world.close();
      buckets?.close();
      restoreEnvironment(former);
    });
    /** The names of files with a word of the person. */
    const stored = async () =>
      buckets
        ? [...buckets.objects].filter(([, { bytes }]) => bytes.includes(mark)).map(([key]) => key)
        : (await filesWith(world.dataDir, [mark])).filter((path) => path.includes('/files/'));

    it('is nowhere, while what is not of this hackathon stays', async () => {
      const elsewhere =
        /^(identity\.|onboarding\.|mail_queue\.|registrations\.(import_line|registration\.name_key)|webhooks\.)/;
      const left = await columnsWith(world.rows, [mark]);
      expect(left.filter((column) => !elsewhere.test(column))).toEqual([]);
      // Webhooks read facts once no older transaction is under way.
      const facts = await eventually(
        () => world.rows<{ type: string }>`select type from webhooks.fact where body like ${`%${mark}%`}`,
        ({ length }) => length > 0,
      );
      expect(facts.map(({ type }) => type)).toEqual(['key.created']);
      expect(left).toEqual(
        expect.arrayContaining(['identity.person.email', 'identity.person.name', 'onboarding.invite.email']),
      );
      await eventually(stored, (found) => found.length === 0);
      await eventually(
        () => filesWith(world.dataDir, [mark]),
        (found) => found.length === 0,
      );
    });

    it('leaves the account as it is', async () => {
      expect((await filled.own.get('/auth/user')).body.data.user.email).toBe(filled.me.email);
      const signedIn = await world.stranger().post('/auth/signin', { email: filled.me.email, password });
      expect(signedIn.status).toBe(200);
    });

    it('keeps the place, the check-in and the scores as those of somebody without a name', async () => {
      const { text } = await filled.owner.get(`/events/${filled.track.id}/registrations`);
      expect(text).toContain('Erased person');
      const [kept] = await world.rows`
      select (select count(*)::int from teams.team where name = 'Rockets' and member_count = 1) as teams,
             (select count(*)::int from check_in.record where annulled_at is null and user_id <> ${filled.me.id}) as checkins,
             (select count(*)::int from judging.assignment where judge_user_id <> ${filled.me.id}) as assignments,
             (select max(value)::int from judging.score) as score`;
      expect(kept).toEqual({ teams: 1, checkins: 1, assignments: 1, score: 5 });
    });

    it('is told as a fact of the hackathon', async () => {
      expect(await factsAt(filled.owner, `/organizations/${filled.acme.id}/facts?types=person.erased`)).toMatchObject([
        { super_event_id: filled.hack.id, data: { user_id: filled.me.id }, actor: { user_id: expect.any(String) } },
      ]);
    });
  },
);

describe('An organizer', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('gives up a place in a hackathon that goes on, and the person may apply again', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const [ada, owner] = [await world.person(), world.as(await world.member(acme, 'OWNER'), acme)];
    const { id } = await world.applied(ada, hack);
    await world.rows`update identity.person set password_hash = 'x' where id = ${ada.id}`;
    expect((await owner.del(`/super-event-registrations/${id}/data`)).status).toBe(200);
    const [seat] = await world.rows`select accepted from registrations.seat where super_event_id = ${hack.id}`;
    expect(seat).toEqual({ accepted: 0 });
    const own = bearer(world, await accessTokenOf(world, ada));
    expect((await own.post(`/super-events/${hack.slug}/register`)).status).toBe(201);
  });

  it('erases the account as well, where nothing else is left of it and it never had a password', async () => {
    const acme = await world.organization();
    const [one, other] = [await world.superEvent(acme), await world.superEvent(acme)];
    const [ada, owner] = [await world.person(), world.as(await world.member(acme, 'OWNER'), acme)];
    const emailOf = async () => (await world.rows`select email from identity.person where id = ${ada.id}`)[0];
    const { id } = await world.applied(ada, one);
    const second = await world.applied(ada, other);
    await owner.del(`/super-event-registrations/${id}/data`);
    expect(await emailOf()).toEqual({ email: ada.email });
    await owner.del(`/super-event-registrations/${second.id}/data`);
    expect(await emailOf()).toEqual({ email: `${ada.id}@erased.invalid` });
  });

  it('may not without administering the organization', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const track = await world.track(hack);
    const [ada, mentor] = [await world.person(), await world.person()];
    const { parent } = await world.registered(ada, track);
    await world.role(mentor, track, 'ORGANIZER');
    for (const person of [ada, mentor]) {
      const answer = await world.as(person, acme).del(`/super-event-registrations/${parent.id}/data`);
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});
