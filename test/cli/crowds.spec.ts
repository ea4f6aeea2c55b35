/** The size of a team counts those who joined over HTTP, whom no file names. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply } from '../../cli/commands/apply.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme, parts } from './acme.ts';
import { ask, run, written } from './command.ts';

const participants = parts.participants
  .replace('Pam Three,', 'Pam Three, status: accepted,')
  .replace('[{ track: ai }]', '[{ track: ai, status: accepted }]');
const file = (size: number, ...members: string[]) => {
  const lines = members.map((name, n) => `{ email: ${name}@x.test, role: ${n ? 'MEMBER' : 'LEADER'} }`);
  const teams = `\n      - { track: ai, name: Rockets, members: [${lines.join(', ')}] }`;
  const text = acme({ participants, teams });
  return written(
    text.replace('registration: open', `registration: open\n        config_json: { max_team_size: ${size} }`),
  );
};

describe('A team in which somebody joined over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    process.env['DATABASE_URL'] = world.databaseUrl;
    const { answer } = await ask(apply, { file: file(2, 'pia') });
    const olga = world.as({ id: answer.users['olga@acme.test'], name: null, email: '' }, answer.organization);
    const { id, teams } = answer.super_events['spring-hack'];
    const path = `/super-events/${id}/team-management/teams/${teams['ai/Rockets']}/members`;
    expect((await olga.post(path, { userId: answer.users['paul@x.test'] })).status).toBe(200);
  });
  afterAll(() => world.close());
  const members = () => world.rows`
    select p.email from published.team_members m join published.people p on p.id = m.user_id order by p.email`;
  const both = [{ email: 'paul@x.test' }, { email: 'pia@x.test' }];

  it('takes nobody in from a file where it is full, and nothing is changed', async () => {
    const { code, stderr } = await run(apply, { file: file(2, 'pia', 'pam') });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'spring-hack/ai/Rockets would have 3 members together with those who joined by themselves, and teams there have at most 2.\n' +
        'Name fewer members in the file, or allow more by max_team_size in the config_json of the track.',
    );
    expect(await members()).toEqual(both);
  });

  it('stays as it is where the file takes nobody in, also above the size of now', async () => {
    expect((await run(apply, { file: file(1, 'pia') })).code).toBe(0);
    expect(await members()).toEqual(both);
  });

  it('takes somebody in where the same file allows more', async () => {
    expect((await run(apply, { file: file(3, 'pia', 'pam') })).code).toBe(0);
    expect(await members()).toEqual([{ email: 'pam@x.test' }, ...both]);
  });
});
