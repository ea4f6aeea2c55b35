/** D3: the plan of an import of people. */
import { createClient } from '../../clients/typescript/src/index.ts';
import { asInTheImage, calmDown, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { median, ms, notMeasured, timed, type Case } from '../measure.ts';

const [lines, questions, withinMs, rounds] = [2_000, 30, 3_000, 5] as const;
const about = {
  id: 'D3',
  what: `plan a table of ${lines} people with ${questions} answers each, half of whom have an account`,
  goal: `< ${withinMs / 1_000} s`,
};

export const imports: Case = {
  ids: ['D3'],
  async run() {
    if (!hasNatsServer) return [notMeasured(about.id, about.what, about.goal, noBus)];
    return onGround(async (ground) => {
      const { plan, bytes } = await open(ground);
      const planning: number[] = [];
      for (let round = 0; round < rounds; round++) planning.push(await timed(plan));
      const longest = Math.max(...planning);
      const figure = `${ms(median(planning))}, ${ms(longest)} at most, the first with the start of its process; ${(bytes / 1e6).toFixed(1)} MB`;
      return [{ ...about, figure, met: longest < withinMs }];
    });
  },
};

async function open({ cluster, fixtures, rows }: Ground) {
  const [gateway] = await Promise.all(
    ['gateway', 'registrations', 'identity,organizations,events,onboarding'].map((services) =>
      cluster.start(services, { ...asInTheImage, RATE_LIMIT: 'off' }),
    ),
  );
  const organization = await fixtures.organization();
  const hack = await fixtures.superEvent(organization);
  await fixtures.track(hack, { name: 'Web' });
  await rows`
    insert into identity.person (name, email, email_confirmed_at)
    select 'Guest ' || n, 'guest-' || n || '@bench.example', now() from generate_series(1, ${lines}::int, 2) n`;
  await rows`
    insert into events.registration_field (super_event_id, field_type, label, order_index)
    select ${hack.id}, 'text', 'Question ' || n, n from generate_series(1, ${questions}::int) n`;
  await calmDown(rows);
  const apiKey = await fixtures.keyOf(await fixtures.member(organization, 'OWNER'), organization);
  const client = createClient({ url: `http://127.0.0.1:${gateway?.port}`, apiKey });
  const numbers = Array.from({ length: questions }, (_, n) => n + 1);
  const heading = ['Email', 'Name', 'Track', ...numbers.map((n) => `Question ${n}`)];
  const line = (n: number) => [
    `guest-${n}@bench.example`,
    `Guest ${n}`,
    'Web',
    ...numbers.map((q) => `Answer ${n} to ${q}`),
  ];
  const table = [heading, ...Array.from({ length: lines }, (_, n) => line(n + 1))]
    .map((cells) => cells.join())
    .join('\n');
  const plan = async () => {
    const { would } = await client.registrations.planImport({ slug: hack.slug, table });
    if (would.enrolled !== lines / 2 || would.invited !== lines / 2)
      throw new Error('The plan is another than it is to be.');
  };
  return { plan, bytes: Buffer.byteLength(table) };
}
