/** L4: as many streams of facts as one gateway opens, with nothing happening, and with one fact. */
import { setTimeout as pause } from 'node:timers/promises';
import { streamsAtOnce } from '../../services/gateway/limits.ts';
import { heard, Listener } from '../../test/support/fact-stream.ts';
import { asInTheImage, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { ms, notMeasured, type Case, type Row } from '../measure.ts';
import { resident, type Meter } from '../process.ts';

const { each, organization, inAll } = streamsAtOnce;
const restSeconds = 20;
/** Kilobytes of a stream, and thousandths of a processor for all of them. */
const [mostKilobytes, mostAtRest] = [100, 50];
const about = {
  id: 'L4',
  what: `${inAll} open streams of one gateway, of ${inAll / organization} organizations`,
  goal: `≤ ${mostKilobytes} kB each, ≤ ${mostAtRest} thousandths of a processor at rest, one more is refused`,
};

export const openStreams: Case = {
  ids: [about.id],
  run: async () => [hasNatsServer ? await onGround(measure) : notMeasured(about.id, about.what, about.goal, noBus)],
};

async function open({ cluster, fixtures }: Ground) {
  const [gateway] = await Promise.all(
    ['gateway', 'identity,organizations,events,registrations,teams', 'check-in'].map((services) =>
      cluster.start(services, asInTheImage),
    ),
  );
  if (!gateway) throw new Error('There is no gateway.');
  const organizations = [];
  for (let made = 0; made < inAll / organization; made++) {
    const one = await fixtures.organization();
    const keys: string[] = [];
    for (let n = 0; n < organization / each; n++) {
      keys.push(await fixtures.keyOf(await fixtures.member(one, 'OWNER'), one));
    }
    organizations.push({ id: one.id, keys });
  }
  return { gateway, url: `http://127.0.0.1:${gateway.port}`, organizations };
}

async function measure(ground: Ground): Promise<Row> {
  const { gateway, url, organizations } = await open(ground);
  const listen = (id: string, key = '') =>
    new Listener().open(`${url}/organizations/${id}/facts/stream`, { 'X-Api-Key': key });
  const wanted = organizations.flatMap(({ id, keys }) =>
    keys.flatMap((key) => Array<[string, string]>(each).fill([id, key])),
  );
  // One first: what is loaded for it is not of the others.
  const all = [await listen(...(wanted[0] as [string, string]))];
  await pause(2_000);
  const before = (await resident(gateway)) ?? NaN;
  all.push(...(await Promise.all(wanted.slice(1).map(([id, key]) => listen(id, key)))));
  const [first] = organizations;
  const refused = await listen(first?.id ?? '', first?.keys[0]);
  const atRest = await shareOf(ground.spentBy([gateway], 'without a bus'));
  const kilobytes = ((((await resident(gateway)) ?? NaN) - before) * 1_024) / (all.length - 1);
  const told = performance.now();
  await rename(`${url}/organizations/${first?.id}`, first?.keys[0]);
  const hearing = all.slice(0, organization);
  await Promise.all(hearing.map((one) => heard(one, 1)));
  const late = performance.now() - told;
  const opened = all.filter(({ isOpen }) => isOpen).length;
  for (const one of all) one.close();
  return {
    ...about,
    figure:
      `${opened} open at ${kilobytes.toFixed(0)} kB each, ${atRest.toFixed(0)} thousandths at rest; ` +
      `a fact is at ${hearing.length} of them after ${ms(late)}; one more is answered ${refused.status}`,
    met: opened === inAll && kilobytes <= mostKilobytes && atRest <= mostAtRest && refused.status === 429,
  };
}

/** Thousandths of a processor that are used while nothing happens. */
async function shareOf(spent: Meter): Promise<number> {
  const [began, before] = [performance.now(), await spent()];
  await pause(restSeconds * 1_000);
  return (((await spent()).node - before.node) / (performance.now() - began)) * 1_000;
}

async function rename(url: string, key = ''): Promise<void> {
  const answer = await fetch(url, {
    method: 'PATCH',
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Renamed' }),
  });
  if (answer.status !== 200) throw new Error(`Renaming was answered ${answer.status}.`);
  await answer.text();
}
