import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient, type Client } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { asksFor, pdf, rawForm } from '../support/files.ts';
import type { Organization, SuperEvent } from '../support/fixtures.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { ask, dial, eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();

const everybody = 'identity,organizations,events,registrations,teams,check-in';

describe.each([
  ['in one process', false],
  ['over NATS', true],
])('What is logged of requests, %s', (_how, overNats) => {
  let stage: Stage;
  let cluster: Cluster;
  let arriving: string;
  let processes: Process[];
  let [acme, hack, point] = [] as unknown as [Organization, SuperEvent, { id: string }];
  let organizer: Client;
  let key: string;
  let key_id: string;
  const isHere = !overNats || hasNatsServer;
  const lines = isHere ? it : it.skip;

  beforeAll(async () => {
    if (!isHere) return;
    stage = await openStage();
    arriving = await mkdtemp(join(tmpdir(), 'muster-arriving-'));
    cluster = await Cluster.open(stage.databaseUrl, { bus: overNats });
    const start = (names: string) =>
      cluster.start(names, { LOG_LEVEL: 'info', TMPDIR: arriving, ...(!overNats && { NATS_URL: '' }) });
    const whole = overNats ? ['gateway', everybody] : [`gateway,${everybody}`];
    processes = await Promise.all(whole.map(start));
    acme = await stage.organization();
    hack = await stage.superEvent(acme);
    point = await stage.point(hack);
    const olga = await stage.member(acme, 'OWNER');
    key = await stage.keyOf(olga, acme);
    key_id = key.split('_')[1] ?? '';
    organizer = stage.at(port(), olga, acme);
  });
  afterAll(async () => {
    if (!isHere) return;
    await cluster.close();
    await stage.close();
    await rm(arriving, { recursive: true, force: true });
  });

  const port = () => processes[0]?.port ?? 0;
  const url = () => `http://127.0.0.1:${port()}`;
  const text = () => processes.map((process) => process.log()).join('');
  const log = () =>
    text()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  /** The lines of a request in the log, once there are any. */
  const linesOf = (request_id: string) =>
    eventually(
      () => Promise.resolve(log().filter((line) => line.request_id === request_id)),
      ({ length }) => length > 0,
    );
  const from = (request_id: string) => ({ headers: { 'X-Request-ID': request_id } });

  lines('is one line: the endpoint, its answer, how long it took, and whose key it was', async () => {
    const { headers } = from('a-read');
    await organizer.get(`/super-events/${hack.slug}?search=hunter2`, { headers: { ...headers, ...lenient.headers } });
    const [line, ...more] = await linesOf('a-read');
    expect(more).toEqual([]);
    const { method, route, status, ms, ...rest } = line ?? {};
    expect({ method, route, status }).toEqual({ method: 'GET', route: '/super-events/:slug', status: 200 });
    expect(ms).toEqual(expect.any(Number));
    expect(rest).toMatchObject({ level: 30, msg: 'Answered.', key_id });
    expect(text()).not.toMatch(/hunter2|stack/);
    expect(text()).not.toContain(key);
  });

  lines.each([
    ['a scan that is refused', 'POST', () => `/checkin-points/${point.id}/scan`, { token: 'unknown' }, 404],
    ['a body that is wrong', 'POST', () => `/checkin-points/${point.id}/scan`, '{', 400],
    ['a path that leads nowhere', 'GET', () => '/nowhere/secret-path', undefined, 404],
    ['another method', 'DELETE', () => '/status', undefined, 405],
  ])('is one line of %s as well', async (_what, method, path, body, status) => {
    const id = randomUUID();
    await organizer.send(method, path(), body, from(id));
    const found = await linesOf(id);
    expect(found).toMatchObject([{ level: 30, method, status }]);
    expect(text()).not.toMatch(/secret-path|"token"/);
  });

  lines('is one line of somebody without a key, who has none in it', async () => {
    const headers = { 'X-Request-ID': 'nobody', 'X-Api-Key': `${key.slice(0, -1)}?` };
    await ask(url(), { path: `/super-events/${hack.slug}`, headers });
    const found = await linesOf('nobody');
    expect(found).toMatchObject([{ status: 401, route: '/super-events/:slug' }]);
    expect(found[0]).not.toHaveProperty('key_id');
  });

  lines('is one line of an upload whose client has gone', async () => {
    const field = await asksFor(stage, hack);
    const { headers, body } = rawForm([
      {
        headers: [`Content-Disposition: form-data; name="file_${field}"; filename="cv.pdf"`],
        content: pdf(500_000),
      },
    ]);
    const socket = await dial(url());
    const head = [
      `POST /super-events/${hack.slug}/register HTTP/1.1`,
      ...[`X-Api-Key: ${key}`, 'X-Request-ID: gone', `Content-Length: ${body.length}`],
      `Content-Type: ${headers['Content-Type']}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, 300_000));
    await eventually(
      () => readdir(arriving),
      ({ length }) => length > 0,
    );
    socket.destroy();
    expect(await linesOf('gone')).toMatchObject([{ level: 30, msg: 'Broken off.' }]);
    await eventually(
      () => readdir(arriving),
      ({ length }) => length === 0,
    );
    // The service that stored it has logged all of it before it answers this.
    expect(await organizer.get(`/super-events/${hack.slug}/registrations`)).toMatchObject({ status: 200 });
    expect(log().filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});
