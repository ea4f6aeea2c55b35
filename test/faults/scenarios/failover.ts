import { setTimeout as pause } from 'node:timers/promises';
import { openRows } from '../../support/rows.ts';
import { History, untilKnown, type Entry } from '../history.ts';
import { KioskAtDoor } from '../kiosk.ts';
import { checkScans, keyOfScan, scanOf } from '../scans.ts';
import { goal, isOk, seen, type Scenario } from '../scenario.ts';
import { morning, others, type Morning, type Theatre } from '../theatre.ts';

/** Facts that readers had before, and afterwards. */
interface Readers {
  readonly facts: string;
  readonly manifest: string;
}

const start = (theatre: Theatre) =>
  Promise.all(['gateway', `check-in,${others}`].map((services) => theatre.start(services)));

async function read({ door }: Theatre, key: string, path: string) {
  const answer = await new History().ask('read', path, door.port, { path, headers: { 'X-Api-Key': key } });
  return { status: answer.status, data: answer.body.data as { next: string; whole?: boolean } };
}

async function positions(theatre: Theatre, { acme, key }: Morning, device: string): Promise<Readers> {
  const facts = await read(theatre, key, `/organizations/${acme.slug}/facts`);
  const manifest = await read(theatre, device, '/device/manifest');
  return { facts: facts.data.next, manifest: manifest.data.next };
}

/** Positions of a history that ended may skip what the standby lacked: they are refused, or answered with everything. */
async function unmetBy(theatre: Theatre, { acme, key }: Morning, device: string, former: Readers): Promise<string[]> {
  const facts = await read(theatre, key, `/organizations/${acme.slug}/facts?after=${former.facts}`);
  const manifest = await read(theatre, device, `/device/manifest?after=${former.manifest}`);
  return [
    ...goal(facts.status === 410, `a former position of facts was answered ${facts.status}`),
    ...goal(manifest.data.whole === true, 'a former position of a kiosk was answered with a part of the roster'),
  ];
}

/** Milliseconds from the end of the primary to the first success of what was asked afterwards. */
const outage = (entries: readonly Entry[], from: number, to: number) =>
  Math.min(...entries.filter((entry) => isOk(entry) && entry.t1 >= to).map(({ t1 }) => t1)) - from;

const [guestsOfSync, points, writers] = [250, 40, 24];

/** R16 */
export const failoverKeepsAll: Scenario = {
  id: 'R16',
  promise: 'A synchronous standby that takes over has every acknowledged write',
  async run(theatre) {
    const { postgres, door, rows } = theatre;
    await postgres.follow('synchronous');
    await start(theatre);
    const scene = await morning(theatre, guestsOfSync, points);
    const [at] = scene.points as [Morning['points'][number]];
    const kiosk = await KioskAtDoor.pair(theatre, scene, new History(), at);
    const former = await positions(theatre, scene, kiosk.key);
    const turns = scene.points.flatMap((point) => scene.guests.map(({ token }) => ({ point, token })));
    const history = new History();
    const known: Entry[] = [];
    let next = 0;
    const writer = async () => {
      for (let turn = turns[next++]; turn; turn = turns[next++]) {
        const { point, token } = turn;
        const asked = scanOf(point, token, scene.key);
        known.push(await untilKnown(() => history.ask('scan', keyOfScan(point, token), door.port, asked)));
      }
    };
    let [from, to] = [0, 0];
    const failingOver = async () => {
      while (known.length < turns.length / 2) await pause(5);
      from = Date.now();
      await postgres.end('SIGKILL');
      await postgres.failOver();
      to = Date.now();
    };
    await Promise.all([...Array.from({ length: writers }, writer), failingOver()]);
    const failed = known.filter((entry) => !isOk(entry)).length;
    const away = outage(history.entries, from, to);
    const size = `${turns.length} scans, ${writers} at a time, the primary killed under them, away for ${(away / 1_000).toFixed(1)} s`;
    const unmet = await unmetBy(theatre, scene, kiosk.key, former);
    await kiosk.close();
    return seen(size, history.entries, { ...(await checkScans(rows, history.entries)), failed, unmet });
  },
};

const [guestsOfAsync, kiosks] = [300, 5];
/** Milliseconds for which the standby hears nothing any more, while scans are acknowledged. */
const lag = 1_000;

/** R17 */
export const kiosksOfferAgain: Scenario = {
  id: 'R17',
  promise: 'Kiosks hand in again the scans that an asynchronous standby lacks',
  async run(theatre) {
    const { postgres, rows } = theatre;
    const standby = await postgres.follow('asynchronous');
    await start(theatre);
    const scene = await morning(theatre, guestsOfAsync, kiosks);
    const history = new History();
    const atDoors = await Promise.all(scene.points.map((point) => KioskAtDoor.pair(theatre, scene, history, point)));
    const [first] = atDoors as [KioskAtDoor];
    const former = await positions(theatre, scene, first.key);
    let lacking = 0;
    const failingOver = async () => {
      while (history.entries.filter(isOk).length < (guestsOfAsync * kiosks) / 2) await pause(5);
      standby.wire.silence();
      await pause(lag);
      await postgres.end('SIGKILL');
      await postgres.failOver(async (url) => {
        const there = openRows(url);
        lacking = (await checkScans(there.rows, history.of('scan'))).lost;
        await there.end();
      });
    };
    await Promise.all([...atDoors.map((kiosk) => kiosk.scanAll(scene.guests)), failingOver()]);
    const unmet = await unmetBy(theatre, scene, first.key, former);
    await Promise.all(atDoors.map((kiosk) => kiosk.handInAll()));
    await Promise.all(atDoors.map((kiosk) => kiosk.close()));
    const [twice] = await rows<{ count: number }>`
      select count(*)::int as count from (select from check_in.record where annulled_at is null
        group by point_id, registration_id having count(*) > 1) doubled`;
    const size = `${guestsOfAsync * kiosks} scans at ${kiosks} kiosks; the standby lacked ${lacking} acknowledged ones`;
    return seen(size, history.entries, {
      lost: (await checkScans(rows, history.of('scan'))).lost,
      doubled: twice?.count ?? 0,
      unmet: [...unmet, ...goal(lacking > 0, 'the standby lacked nothing, so nothing was shown')],
    });
  },
};
