import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPanels, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A team with a member, which one judge is assigned to. */
async function seated() {
  const { world, acme } = here;
  const panel = await here.open();
  const [judge, member] = [await panel.judge(), await world.person()];
  const team = await world.team(panel.track, [member]);
  const id = await panel.assignment(judge, team);
  const me = await panel.signedIn(judge);
  const them = world.as(member, acme);
  return {
    ...{ panel, judge, team, id, me, them },
    handIn: async (body: object) => {
      const answer = await them.post('/submissions', { team_id: team.id, ...body });
      expect(answer.status).toBe(201);
      return answer.body.data.submission as { id: string; submitted_at: string };
    },
    project: async (as = me) => (await as.get(`/assignments/${id}`)).body.data.assignment.submission,
  };
}

const said = {
  title: 'Pollen map',
  description: 'Shows where bees starve.\n\nIn real time.',
  links: ['https://example.org/code', 'https://example.org/slides'],
  video_url: 'https://video.example.org/1',
  built_with: ['Rust', 'Postgres'],
};

describe('An assignment', () => {
  it('has the project of the team, for its judge and organizers', async () => {
    const { panel, handIn, project } = await seated();
    expect(await project()).toBeNull();
    const answers_json = { pitch: 'Ten minutes', stack: ['web', 'phone'], beta: false, none: null, empty: '' };
    const { submitted_at } = await handIn({ ...said, answers_json });
    const shown = await project();
    expect(shown).toEqual({
      ...said,
      answers: expect.any(Array),
      submitted_at: expect.stringMatching(time),
      late_by_ms: null,
    });
    expect(shown.submitted_at).toBe(submitted_at);
    expect(new Set(shown.answers)).toEqual(
      new Set([
        { label: 'pitch', value: 'Ten minutes' },
        { label: 'stack', value: ['web', 'phone'] },
        { label: 'beta', value: false },
      ]),
    );
    expect(await project(panel.api)).toEqual(shown);
  });

  it('has what was asked of it in the order of the questions, then anything else', async () => {
    const { panel, handIn, project } = await seated();
    await handIn({ ...said, answers_json: { note: 'Late bus', toString: 'yes', data: 'Weather', model: '' } });
    const asked = [{ id: 'model' }, { id: 'data' }, { id: 'toString' }].map(({ id }) => ({
      ...{ id, label: `Which ${id}?`, field_type: 'text' },
    }));
    await here.world.rows`
      update events.track set config_json = ${JSON.stringify({ submissions: { questions: asked } })}::jsonb
       where id = ${panel.track.id}`;
    expect((await project()).answers).toEqual([
      { label: 'Which data?', value: 'Weather' },
      { label: 'Which toString?', value: 'yes' },
      { label: 'note', value: 'Late bus' },
    ]);
  });

  it('has it as the team changed it last, and says where it says nothing', async () => {
    const { handIn, project, them } = await seated();
    const { id } = await handIn(said);
    const bare = { description: null, links: [], video_url: null, built_with: [] };
    expect((await them.patch(`/submissions/${id}`, { title: 'Bee map', ...bare })).status).toBe(200);
    expect(await project()).toMatchObject({ title: 'Bee map', ...bare, answers: [] });
  });

  it('says how late the project was, where it was saved before the deadline', async () => {
    const { panel, project, them, team } = await seated();
    const closes_at = new Date(Date.now() - 20_000).toISOString();
    await here.world.rows`
      update events.track set config_json = ${JSON.stringify({ submissions: { closes_at } })} where id = ${panel.track.id}`;
    const saved_at = new Date(Date.now() - 25_000).toISOString();
    expect((await them.post('/submissions', { team_id: team.id, title: 'Late', saved_at })).status).toBe(201);
    const { late_by_ms } = await project();
    expect(late_by_ms).toBeGreaterThanOrEqual(20_000);
    expect(late_by_ms).toBeLessThan(60_000);
  });

  it('has the latest of several projects, and nothing that a milestone asked for', async () => {
    const { panel, handIn, project } = await seated();
    const milestone = await here.world.point(panel.track, { type: 'milestone' });
    await handIn({ title: 'Sketch', checkin_point_id: milestone.id });
    expect(await project()).toBeNull();
    await handIn({ title: 'First' });
    await handIn({ title: 'Second' });
    await handIn({ title: 'Plan', checkin_point_id: milestone.id });
    expect(await project()).toMatchObject({ title: 'Second' });
  });
});

describe('The project of a team', () => {
  it('is read in an assignment by nobody but its judge and organizers', async () => {
    const { panel, handIn, id, them } = await seated();
    await handIn(said);
    const other = await panel.seat();
    const { world, acme } = here;
    const [mentor, judge] = [await world.person(), await panel.judge()];
    await world.role(mentor, panel.track, 'MENTOR');
    for (const client of [other.me, them, world.as(mentor, acme), await panel.signedIn(judge)]) {
      const answer = await client.get(`/assignments/${id}`);
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
      expect(JSON.stringify(answer.body)).not.toContain(said.title);
    }
    expect((await other.me.get(`/assignments/${other.id}`)).body.data.assignment.submission).toBeNull();
  });

  it('of another organization is not found', async () => {
    const { handIn, id } = await seated();
    await handIn(said);
    const elsewhere = await here.world.organization();
    const stranger = here.world.as(await here.world.member(elsewhere, 'OWNER'), elsewhere);
    expect(await stranger.get(`/assignments/${id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('is no longer read by a judge who is unassigned', async () => {
    const { panel, handIn, id, me } = await seated();
    await handIn(said);
    await panel.api.del(`/assignments/${id}`);
    expect(await me.get(`/assignments/${id}`)).toBeRefused(404, 'NOT_FOUND');
  });
});
