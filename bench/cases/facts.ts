/** P12: 100 streams of facts, as many as one organization may have, while 150 scans a second come in. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Process } from '../../test/support/cluster.ts';
import { Listener } from '../../test/support/fact-stream.ts';
import { asInTheImage, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { steadily } from '../load/load.ts';
import { median, ms, notMeasured, type Case, type Row } from '../measure.ts';
import { resident } from '../process.ts';

const [people, each] = [20, 5];
const [scansPerSecond, seconds] = [150, 20];
/** A reader continues for at most this long after the last scan. */
const readsOnMs = 30_000;

const what = `${people * each} streams at ${scansPerSecond} scans a second`;
const goal = 'every fact everywhere < 2 s, memory flat, ≤ 5 reads/s';

export const streams: Case = {
  ids: ['P12'],
  run: async () => [hasNatsServer ? await onGround(measure) : notMeasured('P12', what, goal, noBus)],
};

interface Morning {
  readonly gateway: Process;
  readonly listeners: readonly Listener[];
  /** Scans a guest, over another gateway. */
  readonly scan: (token: string) => Promise<unknown>;
  readonly tokens: readonly string[];
}

async function prepare({ cluster, fixtures }: Ground): Promise<Morning> {
  const [gateway, kiosks] = await Promise.all([
    cluster.start('gateway', asInTheImage),
    cluster.start('gateway', asInTheImage),
    cluster.start('identity,organizations,events,registrations,teams', asInTheImage),
    cluster.start('check-in', asInTheImage),
  ]);
  const acme = await fixtures.organization();
  const track = await fixtures.track(await fixtures.superEvent(acme));
  const door = await fixtures.point(track);
  const guests = await fixtures.crowd(track, scansPerSecond * seconds);
  const keys: string[] = [];
  for (let n = 0; n < people; n++) keys.push(await fixtures.keyOf(await fixtures.member(acme, 'MEMBER'), acme));
  const url = `http://127.0.0.1:${gateway.port}/organizations/${acme.id}/facts/stream`;
  const listeners = await Promise.all(
    keys.flatMap((key) => Array.from({ length: each }, () => new Listener().open(url, { 'X-Api-Key': key }))),
  );
  if (listeners.some(({ status }) => status !== 200)) throw new Error('A stream was refused.');
  const scan = (token: string) =>
    fetch(`http://127.0.0.1:${kiosks.port}/checkin-points/${door.id}/scan`, {
      method: 'POST',
      headers: { 'X-Api-Key': keys[0] ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    }).then((answer) => answer.text());
  return { gateway, listeners, scan, tokens: guests.map(({ token }) => token) };
}

async function measure(ground: Ground): Promise<Row> {
  const morning = await prepare(ground);
  const { gateway, listeners, tokens, scan } = morning;
  const half = tokens.length / 2;
  await steadily(scansPerSecond, tokens.slice(0, half), scan);
  // By now it has loaded everything; further growth would continue all day.
  const [before, readBefore] = [(await resident(gateway)) ?? NaN, await readings(ground)];
  const took = await steadily(scansPerSecond, tokens.slice(half), scan);
  const reads = ((await readings(ground)) - readBefore) / took;
  for (const deadline = Date.now() + readsOnMs; Date.now() < deadline; await pause(50)) {
    if (listeners.every(({ facts }) => facts.length === tokens.length)) break;
  }
  const grown = ((await resident(gateway)) ?? NaN) - before;
  const waits = listeners.flatMap(({ facts, heard }) =>
    facts.map(({ id, occurred_at }) => (heard.get(id) ?? Infinity) - Date.parse(occurred_at)),
  );
  for (const listener of listeners) listener.close();
  const isWhole = waits.length === tokens.length * listeners.length;
  const latest = waits.reduce((most, wait) => Math.max(most, wait), 0);
  return {
    id: 'P12',
    what,
    figure: `median ${ms(median(waits))}, latest ${ms(latest)}, +${Math.round(grown)} MB, ${reads.toFixed(1)} reads/s`,
    goal,
    met: isWhole && latest < 2_000 && grown < 30 && reads <= 5,
  };
}

/** How often the records of check-in were read as facts: once for each reading of a gateway. */
async function readings({ rows }: Ground): Promise<number> {
  // PostgreSQL publishes its counters with a delay of a second.
  await pause(1_500);
  const [found] = await rows<{ n: number }>`
    select idx_scan::int as n from pg_stat_user_indexes where indexrelname = 'record_fact'`;
  return found?.n ?? 0;
}
