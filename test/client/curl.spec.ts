/** The scripts of `examples/curl`, in the order of a hackathon. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { password, personWithPassword } from '../support/sign-in.ts';
import { answers, Receiver } from '../support/receiver.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';

const hasCurl = () => {
  try {
    return execFileSync('curl', ['--version']).length > 0;
  } catch {
    return false;
  }
};

let world: World;
let receiver: Receiver;
let env: Record<string, string>;
beforeAll(async () => {
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
  receiver = await Receiver.listen(answers(204));
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  await world.point(track);
  const keyOf = async (role: 'OWNER' | 'MEMBER') => world.keyOf(await world.member(acme, role), acme);
  env = {
    PATH: process.env.PATH ?? '',
    MUSTER_URL: world.url,
    ORGANIZATION: acme.slug,
    HACKATHON: hack.slug,
    TRACK: track.id,
    OWNER_KEY: await keyOf('OWNER'),
    ORGANIZER_KEY: await keyOf('OWNER'),
    PARTICIPANT_KEY: await keyOf('MEMBER'),
    KIOSK_KEY: await keyOf('MEMBER'),
    JUDGE_EMAIL: (await personWithPassword(world)).email,
    JUDGE_PASSWORD: password,
    HOOK: receiver.url,
    LISTEN: '600',
  };
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

const run = async (script: string) => (await promisify(execFile)('sh', [`examples/curl/${script}`], { env })).stdout;
const dataOf = async (script: string) => (JSON.parse(await run(script)) as { data: unknown }).data;

(hasCurl() ? describe : describe.skip)('With curl alone', () => {
  it('somebody applies, is accepted and checked in', async () => {
    expect(await dataOf('check-in.sh')).toMatchObject({ checked_in: true });
  });

  it('a team is formed and hands something in', async () => {
    expect(await dataOf('team.sh')).toMatchObject({ submission: { title: 'A map of pollen' } });
  });

  it('the team is judged and ranked', async () => {
    expect(await dataOf('judging.sh')).toMatchObject({ results: [{ rank: 1, team_name: 'Comets', overall_score: 8 }] });
  });

  it('what happened is sent, listed and listened to', async () => {
    // It listens until its whole group is told to go, `curl` included.
    const child = spawn('sh', ['examples/curl/facts.sh'], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let heard = '';
    child.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    const said = await eventually(
      () => Promise.resolve(heard),
      (seen) => /^id: /m.test(seen),
    ).finally(() => child.pid && process.kill(-child.pid, 'SIGTERM'));
    expect(said).toContain('Deliveries are signed with whsec_');
    expect(said).toContain('"response_status":204');
    expect(said).toMatch(/^id: [0-9a-f]{48}$/m);
    expect(receiver.types).toContain('webhook.test');
  });
});
