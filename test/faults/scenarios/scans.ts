import { setTimeout as pause } from 'node:timers/promises';
import { History, untilKnown } from '../history.ts';
import { checkScans, keyOfScan, scanOf } from '../scans.ts';
import { isOk, seen, type Scenario } from '../scenario.ts';
import { morning, others, type Morning, type Theatre } from '../theatre.ts';
import { trouble } from '../trouble.ts';

interface Size {
  readonly guests: number;
  readonly kiosks: number;
  readonly faults: number;
}

/** Every guest at every point, each shown several times at once. */
async function scanAll(theatre: Theatre, { points, guests, key }: Morning, history: History, kiosks: number) {
  const { chance, door } = theatre;
  const turns = guests.flatMap((guest) => points.map((point) => ({ guest, point, times: chance.between(1, 4) })));
  let next = 0;
  const kiosk = async () => {
    for (let turn = turns[next++]; turn; turn = turns[next++]) {
      const { guest, point, times } = turn;
      const asked = scanOf(point, guest.token, key);
      const scan = () => untilKnown(() => history.ask('scan', keyOfScan(point, guest.token), door.port, asked));
      await Promise.all(Array.from({ length: times }, scan));
    }
  };
  await Promise.all(Array.from({ length: kiosks }, kiosk));
  return turns.length;
}

export async function scanUnderFaults(theatre: Theatre, { guests, kiosks, faults }: Size) {
  const { chance } = theatre;
  const services = 'check-in';
  const [, , ...processes] = await Promise.all(
    ['gateway', others, services, services].map((each) => theatre.start(each)),
  );
  const scene = await morning(theatre, guests, 2);
  const history = new History();
  // Connections come in another order each time, which must not choose the faults.
  const losses = chance.apart();
  theatre.door.losesAnswer = () => losses.hits(0.2);
  const made: string[] = [];
  const troubles = async () => {
    while (made.length < faults) {
      await pause(chance.between(100, 500));
      made.push(await trouble(theatre, { services, processes }));
    }
  };
  const [wanted] = await Promise.all([scanAll(theatre, scene, history, kiosks), troubles()]);
  const recorded = new Set(history.entries.filter(isOk).map(({ key }) => key));
  return {
    history,
    made,
    found: { ...(await checkScans(theatre.rows, history.entries)), failed: wanted - recorded.size },
  };
}

/** R01 */
export const scansOnce: Scenario = {
  id: 'R01',
  promise: 'A scan is recorded at most once per point, under any fault and retry',
  async run(theatre) {
    const size = { guests: 400, kiosks: 8, faults: 12 };
    const { history, found } = await scanUnderFaults(theatre, size);
    const { guests, kiosks, faults } = size;
    const said = `${guests} guests, 2 points, ${kiosks} kiosks, ${faults} faults, every fifth answer lost`;
    return seen(said, history.entries, found);
  },
};
