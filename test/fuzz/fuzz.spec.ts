import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceNames } from '../../shared/contract/services.ts';
import { Cluster, readiness, type Process } from '../support/cluster.ts';
import { password } from '../support/sign-in.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { operationsAt } from './document.ts';
import { Fuzzer, type Finding } from './fuzz.ts';
import type { Place } from './ground.ts';

/** The same in every run, so that a failure speaks of what was changed; `npm run test:fuzz` takes another each time. */
const seed = Number(process.env.FUZZ_SEED ?? 2_026);
const requests = Number(process.env.MUSTER_FUZZ_REQUESTS ?? 7_000);
/** One after the other, so that nothing depends on which of them comes first. */
const atOnce = Number(process.env.MUSTER_FUZZ_AT_ONCE ?? 1);

/** One process asks itself; `--bus` puts NATS between the gateway and everything else. */
const isOverBus = process.env.MUSTER_FUZZ_BUS === 'on';
const env = {
  LOG_LEVEL: 'info',
  ...(isOverBus
    ? { MAIL_KEY: 'opens what is sealed for the letters', WEBHOOKS_KEY: 'opens the secrets that webhooks have' }
    : { NATS_URL: '' }),
};

let stage: Stage;
let cluster: Cluster;
/** The gateway's first. */
let processes: Process[];
let place: Place;
let fuzzer: Fuzzer;
beforeAll(async () => {
  stage = await openStage();
  cluster = await Cluster.open(stage.databaseUrl, { bus: isOverBus });
  const starting = isOverBus ? ['gateway', serviceNames.filter((name) => name !== 'gateway').join(',')] : ['all'];
  processes = await Promise.all(starting.map((services) => cluster.start(services, env)));
  const [{ port } = { port: 0 }] = processes;
  place = Object.assign(stage, {
    url: `http://127.0.0.1:${port}`,
    dataDir: cluster.dataDir,
    as: (...whose: Parameters<Place['as']>) => stage.at(port, ...whose),
  });
  fuzzer = new Fuzzer(place);
});
afterAll(async () => {
  await cluster.close();
  await stage.close();
});

const told = (findings: readonly Finding[]) =>
  findings.map(({ complaint, curl, seed }) => `${complaint}\n    seed ${seed}: ${curl}`).join('\n\n');

/** `200: 812, 404: 77, …` */
function statuses(): string {
  const all = [...fuzzer.answers.values()].flatMap((counts) => [...counts]);
  const byStatus = Map.groupBy(all, ([status]) => status);
  const counted = [...byStatus].map(([status, each]) => [status, each.reduce((sum, [, count]) => sum + count, 0)]);
  return counted
    .sort()
    .map((pair) => pair.join(': '))
    .join(', ');
}

describe('Any request', () => {
  it(
    `is answered as promised: ${requests} requests, seed ${seed}`,
    async () => {
      const operations = await operationsAt(place.url);
      const onOthers = Math.ceil(requests / 4);
      const findings = await fuzzer.run(operations, { requests: requests - onOthers, seed, atOnce });
      // A quarter is left for the operations that chance has not carried out so far.
      const others = operations.filter(({ id }) => !fuzzer.wasCarriedOut(id));
      const left = others.length > 0 ? others : operations;
      findings.push(...(await fuzzer.run(left, { requests: onOthers, seed, atOnce })));
      process.stderr.write(`${requests} requests, seed ${seed}, answered ${statuses()}\n`);
      expect(told(findings)).toBe('');
    },
    600_000 + requests * 400,
  );

  it('passes the guard: nearly every operation is also carried out', () => {
    const others = [...fuzzer.answers.keys()].filter((operation) => !fuzzer.wasCarriedOut(operation));
    // Left over are endpoints that need the code of a device or an app, or the signature of a passkey, and, with few requests, those that chance did not hit.
    const most = requests < 7_000 ? Infinity : fuzzer.answers.size / 6;
    expect(others.length > most ? others : []).toEqual([]);
  });

  it('leaves the service alive and ready', async () => {
    for (const { adminPort } of processes) expect(await readiness(adminPort)).toBe(200);
  });

  it('leaves no failure in the log, and nothing that is secret', () => {
    const log = processes.map((each) => each.log()).join('');
    expect(
      log
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line))
        .slice(0, 5),
    ).toEqual([]);
    const secrets = new Set(fuzzer.unspeakable);
    expect(log.match(/[\w-]{40,}/g)?.filter((word) => secrets.has(word)) ?? []).toEqual([]);
    expect(log).not.toContain(password);
  });
});
