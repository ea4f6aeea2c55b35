import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
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

  it('have the columns that were asked for', async () => {
    const { hack, web } = await hackathon();
    const ada = await world.person({ name: 'Ada' });
    const team = await world.team(web, [ada], { name: 'Rockets' });
    const questions = [{ id: 'data', field_type: 'text', label: 'Which data?' }];
    await world.rows`
      update events.track set config_json = ${JSON.stringify({ submissions: { questions } })}::jsonb where id = ${web.id}`;
    await world.rows`
      insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by, answers_json)
      values (${team.id}, ${hack.id}, ${web.id}, 'Bees', ${ada.id}, '{"data": "rain"}')`;
    const at = `/super-events/${hack.slug}`;
    expect(await saved(`${at}/teams/csv?columns=Name,Team`)).toEqual([
      ['Name', 'Team'],
      ['Ada', 'Rockets'],
    ]);
    expect(await saved(`${at}/projects/csv?columns=Which%20data%3F,Title`)).toEqual([
      ['Which data?', 'Title'],
      ['rain', 'Bees'],
    ]);
    for (const table of ['teams', 'projects']) {
      const refused = await api.get(`${at}/${table}/csv?columns=Shoes`);
      expect(refused).toBeRefused(400, 'VALIDATION_FAILED');
      expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'columns', code: 'unknown' })]);
    }
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
