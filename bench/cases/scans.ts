/** P1 to P3: first check-ins of distinct people, against a rival without services and an echo without a database. */
import { hackathonOf } from '../../cli/seed/hackathon.ts';
import { asInTheImage, calmDown, hasNatsServer, noBus, onGround, settle, together, type Ground } from '../ground.ts';
import { inTurn, load, ms, notMeasured, perSecond, times, type Case, type Load, type Row } from '../measure.ts';
import { startRival } from '../rival/start.ts';

const people = 50_000;
const doors = 60;
const many = 64;
const rounds = 3;
const seconds = 5;

type Programs<Name extends string> = Record<Name, (connections: number, seconds: number) => Promise<Load>>;

/** Everybody comes to a door once, then to the next door. */
async function visitors(ground: Ground) {
  const { rows, fixtures } = ground;
  const [hackathon] = await rows<{ id: string; organization_id: string }>`
    select id, organization_id from events.super_event`;
  const guests = await rows<{ token: string }>`
    select checkin_token as token from registrations.super_event_registration where status = 'accepted' order by id`;
  const points: string[] = [];
  while (points.length < doors) {
    const place = { slug: '', name: '', organization_id: '', id: '', ...hackathon };
    points.push((await fixtures.point(place, { key: `bench-${points.length}` })).id);
  }
  await rememberYesterday(ground, points[0]);
  let count = guests.length;
  return () => {
    const { token } = guests[count % guests.length] ?? {};
    const point = points[Math.floor(count / guests.length)];
    if (!token || !point) throw new Error('Everybody has been everywhere.');
    const body = JSON.stringify({ token, nonce: `bench-${count++}` });
    return { path: `/checkin-points/${point}/scan`, body };
  };
}

/** The first door was passed already: plans made for an empty table would read all of it, later in the run as well. */
async function rememberYesterday({ rows }: Ground, point: string | undefined): Promise<void> {
  await rows`
    insert into check_in.record
      (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
    select ${point}, user_id, id, 'qr_scan', id, 'yesterday', user_id, now()
      from registrations.super_event_registration where status = 'accepted'`;
  await calmDown(rows);
}

/** Measures once without counting it: code is compiled, plans are made, connections open. */
async function compare<Name extends string>(programs: Programs<Name>, connections: number) {
  const names = Object.keys(programs) as Name[];
  const taking = (time: number) =>
    Object.fromEntries(names.map((name) => [name, () => programs[name](connections, time)])) as Record<
      Name,
      () => Promise<Load>
    >;
  await inTurn(taking(2), 1);
  return inTurn(taking(seconds), rounds);
}

async function withPrograms<Name extends string, T>(
  ground: Ground,
  addresses: Record<Name, string>,
  use: (programs: Programs<Name>) => Promise<T>,
  headers: Record<string, string>,
): Promise<T> {
  const next = await visitors(ground);
  const entries = Object.entries<string>(addresses).map(([name, url]) => [
    name,
    (connections: number, time: number) => load({ url, headers, connections, seconds: time, next }),
  ]);
  return use(Object.fromEntries(entries) as Programs<Name>);
}

const crowd = () => hackathonOf({ participants: people, seed: 1 });

async function startServices({ cluster }: Ground): Promise<string> {
  const [gateway] = await Promise.all([
    cluster.start('gateway', asInTheImage),
    cluster.start('check-in', asInTheImage),
    cluster.start('identity,organizations,events,registrations,teams', asInTheImage),
  ]);
  return `http://127.0.0.1:${gateway.port}`;
}

async function overNats<T>(use: (programs: Programs<'muster' | 'rival' | 'echo'>) => Promise<T>): Promise<T> {
  return onGround(async (ground) => {
    const headers = await settle(ground, crowd());
    const env = { DATABASE_URL: ground.databaseUrl, NATS_URL: `nats://127.0.0.1:${ground.cluster.natsPort}` };
    const echo = await startRival('echo.ts', env, 'echo');
    const [rival, ceiling] = [await startRival('scans.ts', env), await startRival('echo.ts', env)];
    try {
      const addresses = { rival: rival.url, muster: await startServices(ground), echo: ceiling.url };
      return await withPrograms(ground, addresses, use, headers);
    } finally {
      for (const program of [echo, rival, ceiling]) program.stop();
    }
  });
}

export const busyDoors: Case = {
  id: 'P1',
  async run() {
    const what = `scans over NATS, ${many} connections`;
    const goal = '≥ 1.50 × the rival';
    if (!hasNatsServer) return [notMeasured('P1', what, goal, noBus)];
    const { muster, rival, echo } = await overNats((programs) => compare(programs, many));
    const [gain, share] = [muster.rate / rival.rate, muster.rate / echo.rate];
    const versus = (other: string, { rate }: Load) => `(${perSecond(muster.rate)}, ${other} ${perSecond(rate)})`;
    return [
      { id: 'P1', what, figure: `${times(gain)} ${versus('rival', rival)}`, goal, met: gain >= 1.5 },
      {
        id: 'P1',
        what: 'their p99',
        figure: `${ms(muster.p99)}, rival ${ms(rival.p99)}`,
        goal: "≤ the rival's",
        met: muster.p99 <= rival.p99,
      },
      {
        id: 'P1',
        what: 'against an echo over NATS',
        figure: `${times(share)} ${versus('echo', echo)}`,
        goal: '≥ 0.65 × the echo',
        met: share >= 0.65,
      },
    ];
  },
};

export const quietDoor: Case = {
  id: 'P2',
  async run() {
    const what = 'a scan over NATS, one connection, median';
    const goal = '≤ 2.00 × the rival';
    if (!hasNatsServer) return [notMeasured('P2', what, goal, noBus)];
    const { muster, rival } = await overNats(({ muster, rival }) => compare({ rival, muster }, 1));
    const ratio = muster.p50 / rival.p50;
    const figure = `${times(ratio)} (${ms(muster.p50)}, rival ${ms(rival.p50)})`;
    return [{ id: 'P2', what, figure, goal, met: ratio <= 2 }];
  },
};

export const oneProcess: Case = {
  id: 'P3',
  run: () =>
    onGround(async (ground): Promise<Row[]> => {
      const headers = await settle(ground, crowd());
      const rivalProgram = await startRival('scans.ts', { DATABASE_URL: ground.databaseUrl });
      try {
        const { port } = await ground.cluster.start('all', together);
        const addresses = { rival: rivalProgram.url, muster: `http://127.0.0.1:${port}` };
        const { muster, rival } = await withPrograms(ground, addresses, (all) => compare(all, many), headers);
        const gain = muster.rate / rival.rate;
        const figure = `${times(gain)} (${perSecond(muster.rate)}, rival ${perSecond(rival.rate)})`;
        const what = `scans in one process, ${many} connections`;
        return [{ id: 'P3', what, figure, goal: '≥ 2.50 × the rival', met: gain >= 2.5 }];
      } finally {
        rivalProgram.stop();
      }
    }),
};
