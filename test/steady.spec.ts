/** Rules of the tests themselves: their outcome never depends on how busy the machine is. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const textOf = (file: string) => readFileSync(file, 'utf8');
const specs = globSync('test/**/*.spec.ts')
  .filter((file) => !/^test\/(faults\/|steady)/.test(file))
  .sort();

describe('A test says the same on a busy machine', () => {
  it('as on a quiet one: it waits for what it means for half a minute at least', () => {
    const waits = /\b(?:eventually|over|until)\(((?:[^;]|;(?!\n))*?),\s*([\d_]+),?\s*\);/g;
    const hasty = specs.flatMap((file) =>
      [...textOf(file).matchAll(waits)]
        .filter(([, , within = '']) => Number(within.replaceAll('_', '')) < 30_000)
        .map(([, , within]) => `${file}: ${within}`),
    );
    expect(hasty.filter((each) => !each.startsWith('test/cluster/faults'))).toEqual([]);
  });

  it('and holds no duration against a clock', () => {
    const timed = specs.filter((file) => /expect\((?:Date|performance)\.now\(\) - /.test(textOf(file)));
    expect(timed).toEqual([]);
  });

  it('and has all the time that any test has: its own limit, if it has one, is no shorter', () => {
    const limits = /^\s*\}, ([\d_]{5,})\);|^\s+\},\n\s+([\d_]{5,}),\n\s+\);/gm;
    const hasty = specs.filter((file) =>
      [...textOf(file).matchAll(limits)].some(
        ([, one, other]) => Number((one ?? other)?.replaceAll('_', '')) < 600_000,
      ),
    );
    expect(hasty).toEqual([]);
  });

  it('and reads no address, title or focus of a page, which come after what is shown: it waits for them', () => {
    const late = /expect\((?:(?!;\n)[^])*?(?:\bpage\.(?:url|title)\(\)|activeElement)|waitForFunction/;
    const asking = specs.filter((file) => file.startsWith('test/web/') && late.test(textOf(file)));
    expect(asking).toEqual([]);
  });

  /** Here a time is the pace of a load, or what is tried; the list only gets shorter. */
  const paced = [
    ...['rules/coalesce', 'rules/events', 'upgrade/side-by-side', 'web/desk/people'],
    ...['away', 'event-morning', 'facts', 'faults', 'gathered', 'internal-service', 'judging', 'people', 'setup'].map(
      (name) => `cluster/${name}`,
    ),
    ...['cluster/tracing', 'cluster/webhooks', 'conformance/bus', 'conformance/bus-away'],
    ...['embedded/recovery', 'embedded/restart', 'features/facts/order', 'features/facts/stream'],
    ...['features/gateway/forward', 'features/gateway/overload', 'features/judging/snapshot'],
    'features/kit/lost-connection',
  ].map((name) => `test/${name}.spec.ts`);

  it('and waits for a sign, never for a time', () => {
    const pausing =
      /import \{[^}]*setTimeout[^}]*\} from 'node:timers\/promises'|\(resolve\) => setTimeout|waitForTimeout/;
    const found = specs.filter((file) => pausing.test(textOf(file)));
    expect(found).toEqual(paced.toSorted());
  });
});
