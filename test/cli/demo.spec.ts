import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/wire.ts';
import { muster } from './command.ts';

let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-demo-'));
});
afterAll(async () => {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Answers once everything it has to say is said. */
async function startDemo(env: NodeJS.ProcessEnv = {}) {
  const options = { env: { ...process.env, DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', ...env } };
  const child = spawn(process.execPath, ['cli/demo.ts'], options);
  children.push(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!said.includes('stops it')) {
    const [code] = await Promise.race([once(child.stdout, 'data'), ended]);
    if (typeof code !== 'string') throw new Error(`The demo ended with ${code}, and said nothing but: ${complaint}`);
  }
  const stdout = said;
  const [, key = '', url = ''] = /^curl -H "X-Api-Key: (\S+)" (\S+)$/m.exec(stdout) ?? [];
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return { stdout, log: () => said.slice(stdout.length), complaint: () => complaint, key, url, stop };
}

const get = (url: string, key: string) => fetch(url, { headers: { 'X-Api-Key': key } });

describe('npm run demo in an empty directory', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  const shownBy = ({ stdout }: { stdout: string }) => {
    const named = [...stdout.matchAll(/│ {2}(\w+) +(\S+) +│/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]);
    return Object.fromEntries(named) as Record<string, string>;
  };
  const signInsOf = ({ stdout }: { stdout: string }) => {
    const named = [...stdout.matchAll(/│ {2}(\w+) +(\S+@\S+) +(\S{16}) +│/g)];
    return Object.fromEntries(named.map(([, role = '', email, password]) => [role, { email, password }]));
  };
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, demo.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: any }).data };
  };
  beforeAll(async () => {
    demo = await startDemo({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/production' });
  });

  it('shows a command that answers 200, and fits 80 columns but for it', async () => {
    expect(await (await get(demo.url, demo.key)).json()).toMatchObject({
      data: { super_event: { slug: 'spring-hack' } },
    });
    // A machine that is busy is warned of in the log, which is JSON here.
    const lines = demo.stdout.split('\n').filter((line) => !/^(curl|\{)/.test(line) && !line.includes(dataDir));
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  });

  it('shows one key per role, each of which works', async () => {
    const keys = [...demo.stdout.matchAll(/(\w+) +(mst_\w+)/g)].map(([, role, key]) => [role, key]);
    expect(keys.map(([role]) => role)).toEqual(['owner', 'organizer', 'judge', 'kiosk', 'participant']);
    const answers = await Promise.all(keys.map(([, key = '']) => get(demo.url, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('shows what scanning takes, and a command that scans', async () => {
    const { point, token, kiosk } = shownBy(demo);
    const [command = ''] = /^curl .*\/scan$/m.exec(demo.stdout) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { checked_in: true } });
    expect(await send(`/checkin-points/${point}/scan`, { token }, { 'X-Api-Key': kiosk ?? '' })).toMatchObject({
      status: 200,
      data: { already_checked_in: true },
    });
  });

  it('has a gallery with the projects of teams', async () => {
    const answer = await fetch(new URL('/super-events/spring-hack/projects', demo.url));
    const { projects } = ((await answer.json()) as { data: { projects: { title: string }[] } }).data;
    expect(projects.length).toBeGreaterThan(10);
    expect(projects).toEqual(expect.arrayContaining([expect.objectContaining({ title: 'Old maps on new streets' })]));
  });

  it('shows what judging takes, up to handing in', async () => {
    const { assignment, organizer } = shownBy(demo);
    const { status, data: session } = await send('/auth/signin', signInsOf(demo).judge);
    expect(status).toBe(200);
    const criteria = await get(new URL('/events/ai/criteria', demo.url).href, organizer ?? '');
    const { data } = (await criteria.json()) as { data: any };
    const scores = data.criteria.map(({ id }: { id: string }) => ({ criterion_id: id, value: 7.5 }));
    const as = { Authorization: `Bearer ${session.access_token}` };
    expect(await send(`/assignments/${assignment}/scores`, { scores }, as)).toMatchObject({ status: 200 });
    expect(await send(`/assignments/${assignment}/submit`, {}, as)).toMatchObject({ status: 200 });
  });

  it('has a mailbox with every email that it sends', async () => {
    const mailbox = new URL('/demo/mail', demo.url);
    const email = 'nina@guests.example';
    expect((await fetch(mailbox)).headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { status } = await send('/auth/signup', { email, password: 'a long password', name: 'Nina <b>' });
    expect(status).toBe(201);
    const listed = await eventually(
      async () => (await fetch(new URL('/demo/mail?list', demo.url))).text(),
      (list) => list.includes(`to ${email}`),
      300_000,
    ).catch((cause: unknown) => {
      throw new Error(`It has logged: ${demo.log()}`, { cause });
    });
    const [, source = ''] = /<iframe[^>]* src="([^"]+)"/.exec(listed) ?? [];
    const page = await fetch(new URL(source, demo.url));
    expect(await page.text()).toContain('/auth/verify#token=');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const path of ['/demo/mail/..%2Fmail.key', '/demo/mail/nothing.json']) {
      expect((await fetch(new URL(path, demo.url))).status).toBe(404);
    }
    expect((await fetch(mailbox, { method: 'POST' })).status).toBe(404);
    expect((await fetch(new URL('/demo/mails', demo.url))).status).toBe(404);
  });

  it('shows the desk, and one person per role who signs in', async () => {
    const desk = /Desk +(\S+)/.exec(demo.stdout)?.[1] ?? '';
    expect((await fetch(desk)).headers.get('content-type')).toBe('text/html; charset=utf-8');
    const signIns = signInsOf(demo);
    expect(Object.keys(signIns)).toEqual(['owner', 'organizer', 'judge', 'participant']);
    for (const signIn of Object.values(signIns)) {
      expect(await send('/auth/signin', signIn)).toMatchObject({
        status: 200,
        data: { user: { email: signIn.email } },
      });
    }
  });

  it.each([
    ['/apply/spring-hack', 'a new guest'],
    ['/desk', 'owner, organizer'],
    ['/judge', 'judge'],
    ['/me', 'participant'],
    ['/kiosk', 'pair it at Desk'],
  ])('says that %s is for: %s', async (path, person) => {
    const { origin } = new URL(demo.url);
    expect(demo.stdout).toMatch(new RegExp(` ${origin}${path} +${person} +│`));
    expect((await fetch(`${origin}${path}`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('says that two people at once need a private window, and how to start over', () => {
    expect(demo.stdout).toContain('private window');
    expect(demo.stdout).toContain(`${dataDir}; delete it to start over.`);
  });

  it('names the page where everything can be tried', async () => {
    const page = /Reference +(\S+)/.exec(demo.stdout)?.[1] ?? '';
    expect((await fetch(page)).status).toBe(200);
  });

  it('says that it leaves the database of the environment alone', () => {
    expect(demo.complaint()).toBe('The demo ignores DATABASE_URL.\n');
  });

  it('has the whole example in it, as the command line sees beside it', async () => {
    const { code, stdout } = await muster(['plan', '-f', 'examples/spring-hack.yaml', '--json'], { DATA_DIR: dataDir });
    expect(code).toBe(2);
    const { changes, actions } = JSON.parse(stdout);
    expect(changes).toEqual({ created: 9, changed: 0, unchanged: 1009 });
    expect(actions.every(({ what }: { what: string }) => /^(API key|device) /.test(what))).toBe(true);
  });

  it('ends with 0 on SIGTERM, and shows fresh keys at the next start', async () => {
    expect(await demo.stop()).toBe(0);
    const next = await startDemo();
    expect((await get(next.url, next.key)).status).toBe(200);
    expect((await get(next.url, demo.key)).status).toBe(401);
    expect(signInsOf(next).owner?.password).toHaveLength(16);
    expect(signInsOf(next).owner?.password).not.toBe(signInsOf(demo).owner?.password);
    expect(await next.stop()).toBe(0);
  });
});

describe('The command line on an embedded database that nobody runs', () => {
  it('starts it for the moment, and stops it again', async () => {
    const { code, stdout } = await muster(['keys', 'list', '--json'], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).api_keys.map(({ label }: { label: string }) => label)).toEqual([
      'demo-judge',
      'demo-kiosk',
      'demo-organizer',
      'demo-owner',
      'demo-participant',
    ]);
  });
});
