import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.ts';
import { Cluster, until, type Process } from '../support/cluster.ts';
import { listening, over } from '../support/fact-stream.ts';
import type { Organization, SuperEvent, Track } from '../support/fixtures.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { Collector, pictureOf, type SeenSpan } from '../support/otlp.ts';
import { Receiver } from '../support/receiver.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

/** Says which modules of OpenTelemetry a process loads. */
const watchingModules = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.includes('opentelemetry')) console.log('loaded ' + url);
    return next(url, context);
  } });`)}`;

/** Milliseconds of the sender: shorter than usual, so that the tests need not wait, and longer than a busy machine takes. */
const quick = { OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_EXPORTER_OTLP_TIMEOUT: '3000' };
const others = 'identity,organizations,events,registrations,teams,check-in,webhooks,mail';

const begun = () => {
  const [trace, span] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { trace, span, headers: { traceparent: `00-${trace}-${span}-01` } };
};
const isOf = (trace: string) => (span: SeenSpan) => span.trace === trace;
const isAnswered = (spans: readonly SeenSpan[]) =>
  spans.some(({ attributes }) => 'http.response.status_code' in attributes);

overNats('Traces of a gateway and services that are apart', () => {
  let stage: Stage;
  let cluster: Cluster;
  let collector: Collector;
  let [gateway, onboarding, services] = [] as unknown as Process[] & [Process, Process, Process];
  let [acme, hack, track] = [] as unknown as [Organization, SuperEvent, Track];
  let organizer: Client;
  let key: string;

  beforeAll(async () => {
    stage = await openStage();
    collector = await Collector.listen();
    cluster = await Cluster.open(stage.databaseUrl);
    const start = (names: string) =>
      cluster.start(names, {
        LOG_LEVEL: 'info',
        NODE_OPTIONS: watchingModules,
        WEBHOOKS_INSECURE: 'on',
        WEBHOOKS_KEY: 'opens the secrets that webhooks have',
        MAIL_KEY: 'opens what is sealed for the letters',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        ...quick,
      });
    [gateway, onboarding, services] = await Promise.all([start('gateway'), start('onboarding'), start(others)]);
    acme = await stage.organization();
    hack = await stage.superEvent(acme);
    track = await stage.track(hack);
    const olga = await stage.member(acme, 'OWNER');
    key = await stage.keyOf(olga, acme);
    organizer = stage.at(gateway.port, olga, acme);
    // The document that clients check answers by is asked for once; it is nothing that a test waits for.
    await organizer.get(`/super-events/${hack.slug}`);
  });
  afterAll(async () => {
    await cluster.close();
    collector.close();
    await stage.close();
  });

  const linesOf = (process: Process, trace: string) =>
    process
      .log()
      .split('\n')
      .filter((line) => line.includes(`"trace_id":"${trace}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('show one request as one trace, from who asked to each statement', async () => {
    const { trace, span, headers } = begun();
    const ada = await stage.person();
    const answer = await organizer.post(`/super-events/${hack.slug}/participants`, { email: ada.email }, { headers });
    expect(answer.status).toBe(201);
    const calls = await collector.seen(
      ({ trace: its, attributes }) => its === trace && !('db.system.name' in attributes),
      (seen) => seen.length === 5,
    );
    const request = calls.find(({ parent }) => parent === span);
    expect(request).toMatchObject({
      parent: span,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/super-events/:slug/participants',
        'http.response.status_code': 201,
      },
      resource: { 'service.name': 'muster-gateway', 'deployment.environment.name': 'test' },
    });
    expect(pictureOf(calls).split('\n')).toEqual([
      'muster-gateway: server POST /super-events/:slug/participants',
      '  muster-gateway: client onboarding.onboard',
      '    muster-onboarding: server onboarding.onboard',
      '      muster-onboarding: client registrations.enroll',
      '        muster: server registrations.enroll',
    ]);
    const enroll = calls.find(({ kind, name }) => kind === 'server' && name === 'registrations.enroll');
    const statements = collector.spans.filter(({ parent }) => parent === enroll?.id);
    expect(statements.length).toBeGreaterThan(1);
    for (const { kind, attributes } of statements) {
      expect(kind).toBe('client');
      expect(attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.text': expect.any(String) });
    }
    expect(linesOf(gateway, trace)).toMatchObject([{ span_id: request?.id, msg: 'Answered.' }]);
  });

  it.each([
    ['is too long', `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01-more`],
    ['is of nobody', `00-${'0'.repeat(32)}-${'2'.repeat(16)}-01`],
    ['is no header of this kind', "'; drop table"],
  ])('begin with the request where its traceparent %s', async (_what, traceparent) => {
    const id = randomUUID();
    const answer = await organizer.get('/status', { headers: { traceparent, 'X-Request-ID': id } });
    expect(answer.status).toBe(200);
    const isIt = ({ attributes }: SeenSpan) => attributes['muster.request_id'] === id;
    const [request] = await collector.seen(isIt, isAnswered);
    expect(request).toMatchObject({ parent: '', trace: expect.stringMatching(/^(?!1{32}|0{32})/) });
  });

  it('are not recorded where the client says so', async () => {
    const [not, recorded] = [begun(), begun()];
    await organizer.get('/status', { headers: { traceparent: not.headers.traceparent.replace(/01$/, '00') } });
    await organizer.get('/status', { headers: recorded.headers });
    await collector.seen(isOf(recorded.trace), isAnswered);
    expect(collector.spans.filter(isOf(not.trace))).toEqual([]);
  });

  it('show each of the requests that share a call, with a link to that call', async () => {
    const door = await stage.point(track);
    const guests = (await stage.crowd(track, 40)).map((guest) => ({ ...guest, ...begun() }));
    await Promise.all(
      guests.map(({ token, headers }) => organizer.post(`/checkin-points/${door.id}/scan`, { token }, { headers })),
    );
    const ofGuest = new Map(guests.map(({ trace, span }) => [trace, span]));
    const isScan = ({ name, trace }: SeenSpan) => ofGuest.has(trace) && name === 'check-in.scan';
    const isShared = ({ kind, name }: SeenSpan) => kind === 'server' && name === 'check-in.scan.gathered';
    const isRequest = ({ parent, trace }: SeenSpan) => ofGuest.get(trace) === parent;
    /** The one that carries the call is a part of it; the others say which call carried them. */
    const carrierOf = ({ links: [link], parent }: SeenSpan) => link?.id ?? parent;
    const countTraces = (seen: readonly SeenSpan[]) => new Set(seen.map(({ trace }) => trace)).size;
    const isWhole = (seen: readonly SeenSpan[]) => {
      const ids = new Set(seen.filter(isShared).map(({ id }) => id));
      // One that is slow may be asked for once more.
      const scans = seen.filter(isScan);
      return countTraces(scans) === guests.length && scans.every((scan) => ids.has(carrierOf(scan)));
    };
    const isAny = (span: SeenSpan) => isScan(span) || isShared(span) || isRequest(span);
    const spans = await collector.seen(
      isAny,
      (seen) => isWhole(seen) && countTraces(seen.filter(isRequest)) === guests.length,
    );
    const scans = spans.filter(isScan);
    expect(new Set(scans.map(carrierOf)).size).toBeLessThan(guests.length);
    const carried = scans.filter(({ links }) => links.length > 0);
    expect(carried).not.toEqual([]);
    for (const { trace, parent } of carried) {
      expect(parent).toBe(spans.find((span) => span.trace === trace && isRequest(span))?.id);
    }
  });

  it('show where it failed, and no word of what was sent', async () => {
    const { trace, span, headers } = begun();
    await stage.rows`alter table teams.team rename to gone`;
    const answer = await organizer.get(`/super-events/${hack.slug}/teams`, { headers });
    await stage.rows`alter table teams.gone rename to team`;
    expect(answer.status).toBe(500);
    const failures = (spans: readonly SeenSpan[]) =>
      spans
        .filter(({ isError }) => isError)
        .map(({ parent, kind, attributes }) => {
          const where = parent === span ? 'request' : 'db.system.name' in attributes ? 'statement' : `${kind}'s call`;
          return `${where}: ${String(attributes['error.type'])}`;
        });
    const spans = await collector.seen(isOf(trace), (seen) => new Set(failures(seen)).size === 4);
    expect(new Set(failures(spans))).toEqual(
      new Set(['request: 500', "client's call: INTERNAL", "server's call: INTERNAL", 'statement: 42P01']),
    );
    expect(linesOf(services, trace)).toMatchObject([{ level: 50, msg: expect.stringMatching(/failed/) }]);
  });

  it('show how a stream of facts began, while it goes on', async () => {
    const { trace, span, headers } = begun();
    const streams = listening();
    const path = `/organizations/${acme.id}/facts/stream`;
    const listener = await streams.open(`http://127.0.0.1:${gateway.port}${path}`, { 'X-Api-Key': key, ...headers });
    // The clocks of two processes differ by a little, so what began first is told by its parent, not by its time.
    const requests = () => collector.spans.filter((seen) => seen.trace === trace && seen.parent === span);
    await collector.seen(isOf(trace), isAnswered);
    expect(requests()).toMatchObject([
      { attributes: { 'http.route': '/organizations/:orgId/facts/stream', 'http.response.status_code': 200 } },
    ]);
    expect(listener.isOpen).toBe(true);
    streams.close();
    await over(listener);
    const told = begun();
    await organizer.get('/status', { headers: told.headers });
    await collector.seen(isOf(told.trace), isAnswered);
    expect(requests()).toHaveLength(1);
  });

  it('show a refusal as what it is, which is no error', async () => {
    const { trace, headers } = begun();
    await organizer.get('/events/nowhere', { headers });
    const spans = await collector.seen(isOf(trace), isAnswered);
    expect(spans.filter(({ isError }) => isError)).toEqual([]);
    expect(spans.map(({ attributes }) => attributes['muster.refusal'])).toContain('NOT_FOUND');
  });

  it('go on at the receiver of a webhook', async () => {
    const receiver = await Receiver.listen();
    const { trace, headers } = begun();
    const wanted = { url: `${receiver.url}?secret=hunter2`, types: ['team.deleted'] };
    const { body } = await organizer.post(`/organizations/${acme.id}/webhooks`, wanted);
    await organizer.post(`/webhooks/${body.data.webhook.id}/test`, {}, { headers });
    receiver.close();
    const isDelivery = (span: SeenSpan) => isOf(trace)(span) && span.name === 'POST';
    const [delivery] = await collector.seen(isDelivery, ({ length }) => length === 1);
    expect(delivery).toMatchObject({ kind: 'client', attributes: { 'http.response.status_code': 204 } });
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${trace}-${delivery?.id}-01`);
  });

  it('say nothing that is private', async () => {
    const { trace, span, headers } = begun();
    const email = 'ada.private@builders.example';
    await organizer.post(`/super-events/${hack.slug}/participants`, { email, message: 'hunter2' }, { headers });
    await organizer.get(`/super-events/${hack.slug}/registrations?search=hunter2`, { headers });
    await collector.seen(isOf(trace), (seen) => seen.filter(({ parent }) => parent === span).length === 2);
    const told = JSON.stringify(collector.spans, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(told).not.toMatch(/hunter2|builders\.example|\?search/);
    for (const secret of [key, hack.slug, acme.id]) expect(told).not.toContain(secret);
  });

  it('are lost without harm while the collector is away, which is said once', async () => {
    const { port } = collector;
    const before = gateway.log().length;
    const log = () => gateway.log().slice(before);
    collector.close();
    const lost = () => log().split('Traces are lost').length - 1;
    // Long enough for several attempts.
    for (let n = 0; n < 10 || lost() === 0; n++) {
      expect(await organizer.get('/status')).toMatchObject({ status: 200 });
      await pause(30);
    }
    collector = await Collector.listen(port);
    const { trace, headers } = begun();
    await organizer.get('/status', { headers });
    await collector.seen(isOf(trace), isAnswered);
    await until(() => Promise.resolve(log().includes('takes traces again')));
    expect(lost()).toBe(1);
    expect([...collector.paths]).toEqual(['/v1/traces application/x-protobuf']);
  });

  it('hold no process back that stops, though the collector does not answer', async () => {
    collector.isMute = true;
    const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: '600000', OTEL_BSP_EXPORT_TIMEOUT: '600000' };
    const late = await cluster.start('gateway', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      ...patient,
    });
    expect((await fetch(`http://127.0.0.1:${late.port}/status`)).status).toBe(200);
    late.signal('SIGTERM');
    expect(await late.ended).toBe(0);
    collector.isMute = false;
  });

  it('cost those nothing who want none: the SDK of OpenTelemetry is not even loaded', async () => {
    const plain = await cluster.start(`gateway,onboarding,${others}`, {
      LOG_LEVEL: 'info',
      NATS_URL: '',
      NODE_OPTIONS: watchingModules,
    });
    const id = randomUUID();
    const as = stage.at(plain.port, await stage.member(acme, 'OWNER'), acme);
    await as.get(`/super-events/${hack.slug}/teams`, { headers: { ...begun().headers, 'X-Request-ID': id } });
    await eventually(
      () => Promise.resolve(plain.log()),
      (log) => log.includes(id),
    );
    // The metrics bring the API of OpenTelemetry, which does nothing by itself.
    expect(plain.log()).not.toMatch(/loaded (?!.*@opentelemetry\/api\/)|trace_id/);
    for (const traced of [gateway, onboarding, services])
      expect(traced.log()).toMatch(/loaded .*@opentelemetry\/sdk-trace/);
  });
});
