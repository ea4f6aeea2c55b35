import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const publicOf = (reference: string) => world.stranger().get(`/super-events/${reference}/public`);
/** The list is remembered by its parameters for a second; a limit of its own asks anew. */
let limit = 1_000;
const listed = async (ids: readonly string[]) => {
  const { hackathons } = (await world.stranger().get(`/hackathons?limit=${limit--}`)).body.data;
  return (hackathons as { id: string }[]).filter(({ id }) => ids.includes(id));
};

describe('The public answer about a hackathon', () => {
  it('has exactly the fields needed to apply: no count, no name of a person, no stream', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, {
      name: 'Spring Hack',
      description: 'Two days',
      start_at: '2027-03-06T09:00:00+01:00',
      end_at: '2027-03-07T17:00:00.5Z',
      tz: 'Europe/Berlin',
      max_participants: 2,
      format: 'hybrid',
      stream_url: 'https://stream.test/secret',
      opens_at: '2020-01-01T00:00:00Z',
      closes_at: '2127-01-01T00:00:00Z',
    });
    const times = { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T17:00:00Z' };
    const track = await world.track(hack, { ...times, name: 'Climate', stream_url: 'https://stream.test/secret' });
    await world.track(hack, { status: 'draft' });
    await world.track(hack, { deleted_at: inDays(0) });
    const closed = await world.track(hack, { ...times, mode: null, registration: 'closed' });
    const [field] = await world.rows<{ id: string }>`
      insert into events.registration_field
             (super_event_id, field_type, label, options, is_required, order_index, description, validation_rules)
      values (${hack.id}, 'select', 'Food', '["none", "vegan"]', true, -1, 'What you eat', '{"max_length": 5}') returning id`;
    await world.rows`
      insert into events.prize (super_event_id, name, sponsor, order_index)
      values (${hack.id}, 'Second', null, 2), (${hack.id}, 'First', 'Globex', 1)`;

    const answer = await publicOf(hack.slug);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      hackathon: {
        id: hack.id,
        name: 'Spring Hack',
        slug: hack.slug,
        description: 'Two days',
        ...{ logo_url: null, colour: null, privacy_url: null, terms_url: null, max_file_bytes: 10_485_760 },
        organization: { name: acme.name, slug: acme.slug },
        start_at: '2027-03-06T08:00:00.000Z',
        end_at: '2027-03-07T17:00:00.500Z',
        tz: 'Europe/Berlin',
        format: 'hybrid',
        gallery: 'closed',
        locales: [],
        max_participants: 2,
        spots_left: 2,
        is_open: true,
        opens_at: '2020-01-01T00:00:00.000Z',
        closes_at: '2127-01-01T00:00:00.000Z',
        tracks: [
          {
            ...{ id: track.id, name: 'Climate', slug: track.slug, mode: 'onsite', is_open: true },
            ...{ start_at: '2027-03-06T08:00:00.000Z', end_at: '2027-03-07T17:00:00.000Z' },
          },
          {
            ...{ id: closed.id, name: closed.name, slug: closed.slug, mode: null, is_open: false },
            ...{ start_at: '2027-03-06T08:00:00.000Z', end_at: '2027-03-07T17:00:00.000Z' },
          },
        ],
        fields: [
          {
            id: field?.id,
            field_type: 'select',
            label: 'Food',
            description: 'What you eat',
            placeholder: null,
            options: ['none', 'vegan'],
            is_required: true,
            order_index: -1,
            validation_rules: { max_length: 5 },
            at_door: false,
            choices: null,
            show_if: null,
          },
        ],
        sections: [],
        prizes: [
          { id: expect.any(String), name: 'First', sponsor: 'Globex', description: null },
          { id: expect.any(String), name: 'Second', sponsor: null, description: null },
        ],
      },
    });
  });

  it('has the number of places that are left, and null where there is no cap', async () => {
    const acme = await world.organization();
    const [small, endless] = [await world.superEvent(acme, { max_participants: 3 }), await world.superEvent(acme)];
    for (const hack of [small, endless]) await world.registered(await world.person(), await world.track(hack));
    expect((await publicOf(small.id)).body.data.hackathon.spots_left).toBe(2);
    expect((await publicOf(endless.id)).body.data.hackathon).toMatchObject({
      max_participants: null,
      spots_left: null,
    });
  });

  it('is found by UUID, by slug and by a former slug, also where the hackathon is unlisted', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, { visibility: 'unlisted' });
    await world.rows`insert into events.slug (organization_id, kind, slug, target_id, retired_at)
                     values (${acme.id}, 'super_event', 'once-public', ${hack.id}, now() - interval '29 days')`;
    for (const reference of [hack.id, hack.id.toUpperCase(), hack.slug, 'once-public'])
      expect((await publicOf(reference)).body.data.hackathon.id).toBe(hack.id);
  });

  it('comes with an ETag, and not again to a client that has it', async () => {
    const hack = await world.superEvent(await world.organization());
    const { headers } = await publicOf(hack.slug);
    expect(headers.get('etag')).toMatch(/^W\/"/);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const again = world.stranger({ 'If-None-Match': headers.get('etag') ?? '' });
    expect(await again.get(`/super-events/${hack.slug}/public`)).toMatchObject({ status: 304 });
  });

  it('is the same 404 for a hackathon that is unknown, a draft, private or deleted', async () => {
    const acme = await world.organization();
    const hidden = [
      await world.superEvent(acme, { status: 'draft' }),
      await world.superEvent(acme, { visibility: 'private' }),
      await world.superEvent(acme, { deleted_at: inDays(0) }),
    ];
    const references = [...hidden.flatMap(({ id, slug }) => [id, slug]), 'nothing', crypto.randomUUID()];
    const bodies = await Promise.all(references.map(async (reference) => (await publicOf(reference)).body));
    const refusal = { success: false, code: 'NOT_FOUND', message: bodies[0]?.message, request_id: expect.any(String) };
    for (const body of bodies) expect(body).toEqual(refusal);
  });

  it('needs the id where several organizations use the slug for a public hackathon', async () => {
    const [acme, other, third] = [await world.organization(), await world.organization(), await world.organization()];
    const [one] = [await world.superEvent(acme, { slug: 'same-public' })];
    await world.superEvent(third, { slug: 'same-public', visibility: 'private' });
    expect((await publicOf('same-public')).body.data.hackathon.id).toBe(one.id);
    await world.superEvent(other, { slug: 'same-public', visibility: 'unlisted' });
    const answer = await eventually(
      () => publicOf('same-public'),
      ({ status }) => status !== 200,
    );
    expect(answer).toBeRefused(409, 'AMBIGUOUS_SLUG');
    expect((await publicOf(one.id)).status).toBe(200);
  });
});

describe('The list of hackathons', () => {
  it('has those that are final, public and not over, soonest first, with exactly the promised fields', async () => {
    const acme = await world.organization();
    const made = [
      await world.superEvent(acme, { name: 'Later', start_at: inDays(20), end_at: inDays(22), format: 'online' }),
      await world.superEvent(acme, { name: 'Soon', start_at: inDays(10), end_at: inDays(12) }),
      await world.superEvent(acme, { name: 'Under way', start_at: inDays(-1), end_at: inDays(1) }),
      await world.superEvent(acme, { name: 'Over', start_at: inDays(-3), end_at: inDays(-1) }),
      await world.superEvent(acme, { status: 'draft' }),
      await world.superEvent(acme, { visibility: 'unlisted' }),
      await world.superEvent(acme, { visibility: 'private' }),
      await world.superEvent(acme, { deleted_at: inDays(0) }),
    ];
    const shown = await listed(made.map(({ id }) => id));
    expect(shown).toMatchObject([{ name: 'Under way' }, { name: 'Soon' }, { name: 'Later' }]);
    const [later] = made;
    expect(shown.at(-1)).toEqual({
      id: later?.id,
      name: 'Later',
      slug: later?.slug,
      organization: { name: acme.name, slug: acme.slug },
      start_at: expect.any(String),
      end_at: expect.any(String),
      tz: 'UTC',
      format: 'online',
      gallery: 'closed',
      is_open: true,
    });
  });

  it('comes in pages where a limit says so', async () => {
    const acme = await world.organization();
    const made: { id: string }[] = [];
    for (const days of [1, 2, 3])
      made.push(await world.superEvent(acme, { start_at: inDays(days), end_at: inDays(9) }));
    const found: string[] = [];
    let next: string | undefined = '/hackathons?limit=2';
    while (next) {
      const answer = await world.stranger().get(next);
      found.push(...(answer.body.data.hackathons as { id: string }[]).map(({ id }) => id));
      next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '');
    }
    expect(found.filter((id) => made.some((hack) => hack.id === id))).toEqual(made.map(({ id }) => id));
  });

  it.each(['limit=0', 'limit=1001', 'limit=many', 'cursor=nonsense'])('refuses %s', async (query) => {
    expect(await world.stranger().get(`/hackathons?${query}`)).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('Registration of a hackathon', () => {
  const isOpen = async (hack: { id: string }) => [
    (await publicOf(hack.id)).body.data.hackathon.is_open as boolean,
    (await listed([hack.id]))[0] as unknown,
  ];

  it.each([
    ['its tracks were all closed', {}, ['closed', 'closed'], false],
    ['one track is open', {}, ['closed', 'open'], true],
    ['no track was ever opened', {}, ['never_opened'], true],
    ['it has not opened yet', { opens_at: inDays(1) }, ['open'], false],
    ['it has closed', { closes_at: inDays(-1) }, ['open'], false],
    ['it is within its times', { opens_at: inDays(-1), closes_at: inDays(1) }, ['open'], true],
  ])('is shown as it is where %s', async (_case, times, switches, is_open) => {
    const hack = await world.superEvent(await world.organization(), times);
    for (const registration of switches) await world.track(hack, { registration });
    const [shown, inList] = await isOpen(hack);
    expect(shown).toBe(is_open);
    expect(inList).toMatchObject({ is_open });
    const { tracks } = (await publicOf(hack.id)).body.data.hackathon;
    const openTracks = (tracks as { is_open: boolean }[]).filter((track) => track.is_open).length;
    expect(openTracks).toBe(is_open ? switches.filter((each) => each === 'open').length : 0);
    const applied = await world
      .as(await world.person(), { id: hack.organization_id })
      .post(`/super-events/${hack.slug}/register`, {});
    expect(applied.status).toBe(is_open ? 201 : 409);
  });
});
