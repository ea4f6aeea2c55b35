import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { Chance } from './chance.ts';
import type { Entry } from './history.ts';
import { checkScans } from './scans.ts';
import { heldBySpecs } from './scenarios.ts';
import { scanUnderFaults } from './scenarios/scans.ts';
import { mistold } from './scenarios/waiting-list.ts';
import { astray, overfilled } from './organizers.ts';
import { Theatre } from './theatre.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

/** The same faults at the same time in every run, as far as processes let them; `npm run test:faults` takes others. */
const seed = Number(process.env.FAULT_SEED ?? 2_026);

overNats(`A morning on which everything fails, seed ${seed}`, () => {
  let theatre: Theatre;
  let scans: readonly Entry[];
  beforeAll(async () => {
    theatre = await Theatre.open(new Chance(seed));
  });
  afterAll(() => theatre.close());

  it('ends with every guest recorded once, as they were told', async () => {
    const { history, made, found } = await scanUnderFaults(theatre, { guests: 60, kiosks: 6, faults: 6 });
    scans = history.entries;
    process.stderr.write(`seed ${seed}: ${made.join(', ')}\n`);
    expect(found).toEqual({ failed: 0, doubled: 0, lost: 0 });
  });

  it('would have been noticed if it had not', async () => {
    const [first] = await theatre.rows<{ id: string }>`
      update check_in.record set checked_in_at = checked_in_at - interval '1 second'
       where id = (select id from check_in.record limit 1) returning id`;
    expect(await checkScans(theatre.rows, scans)).toEqual({ lost: 0, doubled: 1 });
    await theatre.rows`delete from check_in.record where id = ${first?.id}`;
    expect(await checkScans(theatre.rows, scans)).toEqual({ lost: 1, doubled: 0 });
  });
});

describe('A promise that needs no fault', () => {
  it.each(heldBySpecs)('%s: %s, is held by specs', (_id, _promise, ...specs) => {
    expect(specs.filter((spec) => !existsSync(`test/${spec}.spec.ts`))).toEqual([]);
  });
});

describe('The steps of people, as they are told', () => {
  const [waited, now] = [[{ id: 'ada', status: 'waitlisted' }], [{ id: 'ada', status: 'accepted' }]];
  const step = (before: string, after: string) => ({ id: 'ada', before, after });

  it('lead from what they were to what they are, in whatever order', () => {
    const told = [step('waitlisted', 'accepted'), step('accepted', 'waitlisted'), step('waitlisted', 'accepted')];
    expect(astray(waited, told, now)).toEqual([]);
    expect(astray(waited, told.toReversed(), now)).toEqual([]);
  });

  it('would have been noticed where one was taken twice, or was not told of', () => {
    expect(astray(waited, [step('waitlisted', 'accepted'), step('waitlisted', 'accepted')], now)).toEqual(waited);
    expect(astray(waited, [], now)).toEqual(waited);
  });
});

describe('Seats, as they are taken while the cap changes', () => {
  const sample = (at: number, accepted: number, cap: number) => ({ at, accepted, cap });

  it('may be more than a cap that was lowered, and fill one that was raised', () => {
    const lowered = [sample(0, 20, 20), sample(100, 20, 16), sample(5_000, 18, 16), sample(6_000, 15, 16)];
    expect(overfilled([...lowered, sample(7_000, 16, 16), sample(7_100, 20, 20)])).toEqual([]);
  });

  it('may be taken by somebody who began under the former cap', () => {
    expect(overfilled([sample(0, 19, 20), sample(100, 19, 16), sample(1_500, 20, 16)])).toEqual([]);
  });

  it('would have been noticed where one more was taken than there is', () => {
    expect(overfilled([sample(0, 20, 20), sample(100, 21, 20)])).toEqual([sample(100, 21, 20)]);
    const lowered = [sample(0, 20, 20), sample(100, 20, 16), sample(5_000, 18, 16), sample(5_100, 19, 16)];
    expect(overfilled(lowered)).toEqual([sample(5_100, 19, 16)]);
  });
});

describe('Moves that nobody decided about, and the emails about them', () => {
  const [lapse, moveUp] = [
    { to: 'ada', about: 'lapse' },
    { to: 'ada', about: 'moveUp' },
  ] as const;

  it('are as many', () => {
    expect(mistold([lapse, moveUp, lapse], [lapse, lapse, moveUp])).toEqual({ missing: 0, doubled: 0 });
  });

  it('would have been noticed where one is missing, or too many', () => {
    expect(mistold([lapse, moveUp], [lapse])).toEqual({ missing: 1, doubled: 0 });
    expect(mistold([lapse], [lapse, lapse, moveUp])).toEqual({ missing: 0, doubled: 2 });
    expect(mistold([moveUp], [{ ...moveUp, to: 'bob' }])).toEqual({ missing: 1, doubled: 1 });
  });
});
