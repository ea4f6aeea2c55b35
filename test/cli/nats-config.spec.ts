import { describe, expect, it } from '@jest/globals';
import { muster } from './command.ts';

/** The rights of a user in the configuration, by the end of each subject. */
function allowed(configuration: string, user: string) {
  const [, part = ''] = new RegExp(`user: "${user}"([^]*?\\n    })`).exec(configuration) ?? [];
  const [publish = '', subscribe = ''] = part.split('subscribe:');
  const ends = (text: string) => [...text.matchAll(/"MOL-muster\.((?:REQB|RES|EVENT)[^"]*)"/g)].map(([, end]) => end);
  return { publish: ends(publish), subscribe: ends(subscribe) };
}

describe('muster nats-config --service', () => {
  it('lets each declared service do what is declared for it, and the others answer', async () => {
    const badges = ['--service', 'badge-printer', '--calls', 'teams.get,organizations.listFacts', '--hears', 'facts'];
    const light = ['--service', 'light', '--calls', 'badge-printer.print'];
    const { code, stdout } = await muster(['nats-config', 'gateway,teams', ...badges, ...light]);
    expect(code).toBe(0);
    expect(allowed(stdout, 'badge-printer')).toEqual({
      publish: ['REQB.teams.get', 'REQB.organizations.listFacts', 'RES.light.*.badge-printer'],
      subscribe: ['RES.badge-printer.*.*', 'REQB.badge-printer.>', 'EVENT.facts.*'],
    });
    expect(allowed(stdout, 'light').publish).toEqual(['REQB.badge-printer.print']);
    expect(allowed(stdout, 'teams\\+gateway').publish).toContain('RES.badge-printer.*.teams+gateway');
  });

  it.each([
    [['--service', 'teams'], 'teams is no name for a further service.'],
    [['--service', 'light', '--service', 'light'], 'light is no name for a further service.'],
    [['--service', 'light', '--calls', 'teams.gt'], 'There is no action teams.gt.\nDid you mean teams.get?'],
    [['--service', 'light', '--hears', 'fact'], 'There is no event fact.\nDid you mean facts?'],
    [['--calls', 'teams.get'], 'Name the service first, with --service.'],
  ])('refuses what is not there: %j', async (args, words) => {
    const { code, stdout, stderr } = await muster(['nats-config', ...args]);
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('says which actions ask for no viewer', async () => {
    const calls = 'identity.resolveKey,teams.get,registrations.enroll';
    const { stderr } = await muster(['nats-config', '--service', 'light', '--calls', calls]);
    expect(stderr.match(/.* checks no viewer.*/g)).toEqual([
      'registrations.enroll checks no viewer: light can call it for everybody.',
    ]);
  });
});
