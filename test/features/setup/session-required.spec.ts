import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const yaml = { headers: { 'Content-Type': 'application/yaml' } };

/** A hackathon with one track is there; the file is about it, or about another one. */
async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const head = `version: 1\norganization: { slug: ${acme.slug}, name: ${acme.name} }\n`;
  const present = `${head}super_events:
  - slug: ${hack.slug}
    name: Changed
    registration_fields: [{ key: diet, field_type: text, label: Diet }]
    tracks:
      - { slug: ${track.slug}, name: Renamed }
`;
  const path = `/organizations/${acme.slug}/event-file`;
  const made = () => world.rows<{ name: string }>`
    select name from events.super_event where organization_id = ${acme.id}
     union all select name from events.track where organization_id = ${acme.id} order by name`;
  return {
    ...{ hack, track, head, present, made },
    withTrack: `${present}      - { slug: new-${track.slug}, name: New }\n`,
    withHackathon: `${head}super_events: [{ slug: new-${hack.slug}, name: New, tracks: [{ slug: new-${track.slug}, name: New }] }]\n`,
    key: world.as(olga, acme),
    session: bearer(world, await accessTokenOf(world, olga)),
    plan: `${path}/plan`,
    apply: `${path}/apply`,
  };
}
type Here = Awaited<ReturnType<typeof opened>>;

describe.each([
  ['a track', 'withTrack', ({ hack, track }: Here) => [`track ${hack.slug}/new-${track.slug}`]],
  [
    'a hackathon with a track',
    'withHackathon',
    ({ hack, track }: Here) => [`super event new-${hack.slug}`, `track new-${hack.slug}/new-${track.slug}`],
  ],
] as const)('An event file that would make %s', (_, file, namesOf) => {
  it('is planned with a key as well, and its plan says what takes a session to apply', async () => {
    const here = await opened();
    const planned = await here.key.post(here.plan, here[file], yaml);
    expect(planned.status).toBe(200);
    const { actions } = planned.body.data as { actions: { what: string; needs_session?: boolean }[] };
    expect(actions.filter(({ needs_session }) => needs_session).map(({ what }) => what)).toEqual(namesOf(here));
    const bySession = await here.session.post(here.plan, here[file], yaml);
    expect(bySession.body.data).toEqual(planned.body.data);
  });

  it('is refused with a key, and nothing of it is done', async () => {
    const here = await opened();
    const before = await here.made();
    expect(await here.key.post(here.apply, here[file], yaml)).toBeRefused(403, 'SESSION_REQUIRED', {
      refused: namesOf(here).map((what) => ({ what, reason: expect.stringContaining('session') })),
    });
    expect(await here.made()).toEqual(before);
  });

  it('is applied with a session, and from then on with a key as well', async () => {
    const here = await opened();
    const { body } = await here.session.post(here.apply, here[file], yaml);
    expect(body.data.changes.created).toBeGreaterThan(0);
    expect((await here.made()).map(({ name }) => name)).toContain('New');
    expect((await here.key.post(here.apply, here[file], yaml)).body.data.changes).toMatchObject({ created: 0 });
  });
});

describe('An event file about hackathons and tracks that are there', () => {
  it('is applied with a key, whatever else it brings', async () => {
    const { key, plan, apply, present, made } = await opened();
    const { actions } = (await key.post(plan, present, yaml)).body.data;
    expect(actions.filter((action: object) => 'needs_session' in action)).toEqual([]);
    expect((await key.post(apply, present, yaml)).body.data.changes).toMatchObject({ created: 1, changed: 2 });
    expect(await made()).toEqual([{ name: 'Changed' }, { name: 'Renamed' }]);
  });
});
