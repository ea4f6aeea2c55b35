import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteExpired } from '../../../shared/kit/cleanup.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

const slugs = (target: { id: string }) => world.rows<{ slug: string; is_former: boolean }>`
  select slug, retired_at is not null as is_former from events.slug where target_id = ${target.id} order by slug`;
const aged = (slug: string, days: number) => world.rows`
  update events.slug set retired_at = now() - make_interval(days => ${days}) where slug = ${slug}`;

const kinds = [
  {
    kind: 'hackathon',
    path: '/super-events',
    make: (organization = acme) => world.superEvent(organization),
    slugIn: (data: any) => data.super_event.slug as string,
    idIn: (data: any) => data.super_event.id as string,
    nameless: 'hackathon',
  },
  {
    kind: 'track',
    path: '/events',
    make: async (organization = acme) => world.track(await world.superEvent(organization)),
    slugIn: (data: any) => data.event.slug as string,
    idIn: (data: any) => data.event.id as string,
    nameless: 'track',
  },
];

describe.each(kinds)('Renaming a $kind', ({ path, make, slugIn, idIn, nameless }) => {
  const slugOf = async (id: string, api = olga) => slugIn((await api.get(`${path}/${id}`)).body.data);
  const rename = async (target: { id: string }, name: string, api = olga) => {
    expect((await api.patch(`${path}/${target.id}`, { name })).status).toBe(200);
    return slugOf(target.id, api);
  };
  /** A name no other test has. */
  let count = 0;
  const fresh = (name: string) => `${name} ${path.length} ${(count += 1)}`;
  const slugged = (name: string) => name.toLowerCase().replaceAll(' ', '-');

  it.each([
    ['  Zürich & Straße!  ', 'zuerich-and-strasse'],
    ['HackMIT 2027', 'hackmit-2027'],
    ["Don't_panic -- now", 'dont-panic-now'],
    ['Ελλάδα', 'ellada'],
  ])('makes of %j the slug %s', async (name, slug) => {
    expect(await rename(await make(), name)).toBe(slug);
  });

  it('falls back to its kind where the name has neither letters nor digits', async () => {
    const [one, two] = [await make(), await make()];
    expect([await rename(one, '!!!'), await rename(two, '日本')]).toEqual([nameless, `${nameless}-2`]);
  });

  it('never makes a slug that looks like a UUID', async () => {
    const [one, two] = [await make(), await make()];
    const name = crypto.randomUUID().toUpperCase();
    expect(await rename(one, name)).toBe(`${name.toLowerCase()}-2`);
    expect(await rename(two, name)).toBe(`${name.toLowerCase()}-3`);
  });

  it('finds a slug though every number of the name is taken', async () => {
    const [target, name] = [await make(), fresh('Crowded')];
    const kind = path === '/events' ? 'event' : 'super_event';
    await world.rows`
      insert into events.slug (organization_id, kind, slug, target_id)
      select ${acme.id}, ${kind}, concat_ws('-', ${slugged(name)}::text, nullif(n, 1)), gen_random_uuid()
        from generate_series(1, 2000) n`;
    expect(await rename(target, name)).toBe(`${slugged(name)}-${target.id.slice(-8)}`);
  });

  it('keeps the longest slug within 100 characters, with a number too', async () => {
    const name = 'ß'.repeat(100);
    const [one, two] = [await rename(await make(), name), await rename(await make(), name)];
    expect([one, two]).toEqual(['s'.repeat(90), `${'s'.repeat(90)}-2`]);
  });

  it('keeps the slug where the name stays, whatever slug that is', async () => {
    const target = await make();
    expect(await rename(target, target.name)).toBe(target.slug);
    expect(await rename(target, ` ${target.name} `)).toBe(target.slug);
    expect(await slugs(target)).toEqual([{ slug: target.slug, is_former: false }]);
  });

  it('keeps the slug where the new name makes the same', async () => {
    const target = await make();
    const name = fresh('Same');
    const slug = await rename(target, name);
    expect(await rename(target, `${name}!`)).toBe(slug);
    expect((await slugs(target)).filter(({ is_former }) => !is_former)).toEqual([{ slug, is_former: false }]);
  });

  it('leaves the old slug resolving for thirty days', async () => {
    const target = await make();
    const slug = await rename(target, fresh('New'));
    for (const reference of [target.slug, slug, target.id]) {
      expect(idIn((await olga.get(`${path}/${reference}`)).body.data)).toBe(target.id);
    }
    await aged(target.slug, 31);
    expect(await olga.get(`${path}/${target.slug}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('takes a former slug of its own back', async () => {
    const target = await make();
    const name = fresh('First');
    const first = await rename(target, name);
    const second = await rename(target, fresh('Second'));
    expect(await rename(target, name)).toBe(first);
    expect(await slugs(target)).toEqual(
      [
        { slug: first, is_former: false },
        { slug: second, is_former: true },
        { slug: target.slug, is_former: true },
      ].sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    );
  });

  it('gives nobody a slug that another has, or had less than thirty days ago', async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    const name = fresh('Taken');
    const slug = slugged(name);
    expect(await rename(one, name)).toBe(slug);
    expect(await rename(two, name)).toBe(`${slug}-2`);
    await rename(one, fresh('Moved on'));
    expect(await rename(three, name)).toBe(`${slug}-3`);
    await aged(slug, 31);
    expect(await rename(three, `${name}.`)).toBe(slug);
    expect(idIn((await olga.get(`${path}/${slug}`)).body.data)).toBe(three.id);
  });

  it('takes the slug of another organization as its own', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const [ours, theirs] = [await make(), await make(other)];
    const name = fresh('Shared');
    expect(await rename(ours, name)).toBe(slugged(name));
    expect(await rename(theirs, name, otto)).toBe(slugged(name));
    expect(idIn((await otto.get(`${path}/${slugged(name)}`)).body.data)).toBe(theirs.id);
  });

  it('gives ten of one name, renamed at the same time, a slug each', async () => {
    const targets = await Promise.all(Array.from({ length: 10 }, () => make()));
    const name = fresh('Crowded');
    const answers = await Promise.all(targets.map(({ id }) => olga.patch(`${path}/${id}`, { name })));
    expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 200));
    const taken = await Promise.all(targets.map(({ id }) => slugOf(id)));
    const numbered = targets.map((_, index) => (index === 0 ? slugged(name) : `${slugged(name)}-${index + 1}`));
    expect(taken.sort()).toEqual(numbered.sort());
  });

  it('lets two that are renamed to each other at the same time both have one', async () => {
    const [one, two] = [await make(), await make()];
    const [first, second] = [fresh('Left'), fresh('Right')];
    await rename(one, first);
    await rename(two, second);
    const answers = await Promise.all([
      olga.patch(`${path}/${one.id}`, { name: second }),
      olga.patch(`${path}/${two.id}`, { name: first }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await slugOf(one.id), await slugOf(two.id)]).toEqual([`${slugged(second)}-2`, `${slugged(first)}-2`]);
  });

  it('keeps the old slug where the change is refused', async () => {
    const target = await make();
    const refused = await olga.patch(`${path}/${target.id}`, { name: fresh('Never'), end_at: '2000-01-01T00:00:00Z' });
    expect(refused).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await slugs(target)).toEqual([{ slug: target.slug, is_former: false }]);
  });
});

describe('A hackathon and a track', () => {
  it('may have the same slug', async () => {
    const hack = await world.superEvent(acme);
    const track = await world.track(hack);
    await olga.patch(`/super-events/${hack.id}`, { name: 'Both of them' });
    await olga.patch(`/events/${track.id}`, { name: 'Both of them' });
    expect((await olga.get('/super-events/both-of-them')).body.data.super_event.id).toBe(hack.id);
    expect((await olga.get('/events/both-of-them')).body.data.event.id).toBe(track.id);
  });
});

describe('Cleanup', () => {
  it('removes slugs that no longer resolve, and never a present one', async () => {
    const hack = await world.superEvent(acme);
    await world.rows`insert into events.slug (organization_id, kind, slug, target_id, retired_at)
                     values (${acme.id}, 'super_event', 'month-old', ${hack.id}, now() - interval '31 days'),
                            (${acme.id}, 'super_event', 'week-old', ${hack.id}, now() - interval '7 days')`;
    const orm = await openDatabase('events', world.databaseUrl, { max: 1 });
    await deleteExpired(orm.em, [{ table: 'slug', since: 'retired_at', days: 30 }]);
    await orm.close();
    expect(await slugs(hack)).toEqual([
      { slug: hack.slug, is_former: false },
      { slug: 'week-old', is_former: true },
    ]);
  });
});
