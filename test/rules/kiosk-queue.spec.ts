import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { handful, HandIn, type Answer } from '../../web/kiosk/hand-in.ts';
import type { Manifest, Outcome, Scan, Verdict } from '../../web/kiosk/model.ts';
import { Store } from '../../web/kiosk/store.ts';
import { eventually } from '../support/wire.ts';

const scan = (nonce: string, more: Partial<Scan> = {}): Scan => ({
  ...{ nonce, token: `token ${nonce}`, point_id: 'door', scanned_at: `2027-03-06T09:00:${nonce}.000Z`, shown: null },
  ...more,
});
const verdict = (kind: Verdict['kind']): Verdict => ({
  ...{ kind, name: 'Ada', track: null, advice: '', since: null, missing: [] },
});
const refused: Outcome = { code: 'INVALID_TOKEN' };
const recorded: Outcome = { code: 'TOO_LATE' };
const all = (scans: readonly Scan[]): Answer => ({ decided: new Map(scans.map(({ nonce }) => [nonce, recorded])) });

let count = 0;
let name: string;
let store: Store;
beforeEach(async () => {
  name = `kiosk ${++count}`;
  store = await Store.open(name);
});
afterEach(() => store.close());

describe('The queue of a kiosk', () => {
  it('keeps the order of reading, whatever the clock said, and outlives the page', async () => {
    for (const nonce of ['30', '10', '20']) await store.enqueue(scan(nonce));
    store.close();
    store = await Store.open(name);
    expect((await store.oldest()).map(({ nonce }) => nonce)).toEqual(['30', '10', '20']);
    expect((await store.oldest(1)).map(({ nonce }) => nonce)).toEqual(['30']);
    expect(await store.queued()).toBe(3);
  });

  const settleAs = (one: Scan, kind: Verdict['kind'], isAwaited: boolean) => {
    const inAt = kind === 'ok' ? one.scanned_at : null;
    return store.settle([{ scan: one, token_hash: 'h', verdict: verdict(kind), inAt, isAwaited }]);
  };
  const settle = (one: Scan, kind: Verdict['kind']) => settleAs(one, kind, false);

  it('lets go of what is decided, and lists it', async () => {
    await store.enqueue(scan('10'));
    await settle(scan('10'), 'ok');
    expect([await store.queued(), await store.disputes()]).toEqual([0, []]);
    expect(await store.latest()).toMatchObject([{ nonce: '10', verdict: { kind: 'ok' } }]);
    expect(await store.seenAt('door', 'h')).toBe(scan('10').scanned_at);
  });

  it('lists for a look what was decided otherwise than people were told, with the code that was read', async () => {
    await store.enqueue(scan('10'));
    expect(await store.noteShown(scan('10'), 'h', verdict('offline-ok'), true)).toBe(true);
    expect(await store.seenAt('door', 'h')).toBe(scan('10').scanned_at);
    await settle(scan('10'), 'refused');
    expect(await store.disputes()).toMatchObject([
      { token: 'token 10', shown: { kind: 'offline-ok' }, verdict: { kind: 'refused' } },
    ]);
    expect(await store.seenAt('door', 'h')).toBeNull();
    await store.dismiss('10');
    expect(await store.disputes()).toEqual([]);
  });

  it('lists what was decided before anybody was told anything, unless somebody waits for it', async () => {
    for (const nonce of ['10', '20', '30']) await store.enqueue(scan(nonce));
    await settleAs(scan('10'), 'refused', true);
    await settleAs(scan('20'), 'refused', false);
    await store.noteShown(scan('30'), 'h', verdict('offline-ok'), true);
    await settleAs(scan('30'), 'refused', true);
    expect((await store.disputes()).map(({ nonce }) => nonce)).toEqual(['20', '30']);
  });

  it('says nothing any more of what is decided already, and settles nothing twice', async () => {
    await store.enqueue(scan('10'));
    await settle(scan('10'), 'ok');
    expect(await store.noteShown(scan('10'), 'h', verdict('offline-ok'), true)).toBe(false);
    await settle(scan('10'), 'refused');
    expect([await store.latest(), await store.disputes()]).toMatchObject([[{ verdict: { kind: 'ok' } }], []]);
  });

  it.each([
    ['decided', (one: Scan) => settle(one, 'ok')],
    ['shown without an answer', (one: Scan) => store.noteShown(one, 'h', verdict('offline-ok'), true)],
  ])('lists the latest fifty that were %s', async (_, end) => {
    for (let n = 0; n < 55; n++) {
      const one = scan(`n${n}`, { scanned_at: new Date(n * 1_000).toISOString() });
      await store.enqueue(one);
      await end(one);
    }
    const latest = await store.latest();
    expect([latest.length, latest[0]?.nonce, latest.at(-1)?.nonce]).toEqual([50, 'n54', 'n5']);
  });

  it('stays when the device is ended, which forgets its key and all names', async () => {
    const manifest: Manifest = {
      ...{ super_event: null, tracks: [], points: [], dropped: [], whole: true, next: 'n' },
      roster: [{ token_hash: 'h', name: 'Ada', status: 'accepted', event_id: null }],
    };
    await store.update(manifest);
    await store.enqueue(scan('10'));
    await store.begin(paired('mst_door'));
    expect(await store.end(paired('mst_door'))).toBe(true);
    expect([await store.roster(), await store.get('ground'), (await store.get('pairing'))?.key]).toEqual([
      [],
      undefined,
      null,
    ]);
    expect(await store.queued()).toBe(1);
    await store.wipe();
    expect([await store.queued(), await store.get('pairing')]).toEqual([0, undefined]);
  });

  it('stays as it is when a key is ended that was replaced meanwhile, by another tab', async () => {
    await store.begin(paired('mst_new'));
    expect(await store.end(paired('mst_former'))).toBe(false);
    expect(await store.get('pairing')).toEqual(paired('mst_new'));
    expect(await store.end(paired('mst_new'))).toBe(true);
    expect(await store.get('pairing')).toBeUndefined();
  });
});

const paired = (key: string) => ({ key, device: { id: 'd' } }) as Parameters<Store['end']>[0];

describe('A handful of scans', () => {
  it('is of one point, of so many, and small enough for a request', () => {
    const nonces = (scans: readonly Scan[]) => scans.map(({ nonce }) => nonce);
    expect(handful([], 10)).toEqual([]);
    expect(nonces(handful([scan('1'), scan('2'), scan('3', { point_id: 'side' }), scan('4')], 10))).toEqual(['1', '2']);
    expect(nonces(handful([scan('1'), scan('2')], 1))).toEqual(['1']);
    const long = Array.from({ length: 30 }, (_, n) => scan(`${n}`, { token: 'ä'.repeat(7_000) }));
    expect(handful(long, 200)).toHaveLength(9);
    expect(handful([scan('1', { token: 'ä'.repeat(100_000) })], 200)).toHaveLength(1);
  });
});

describe('Handing in', () => {
  /** Hands in to a service that answers so, one answer after the other. Returns what it was sent. */
  function opened(...answers: ((scans: readonly Scan[]) => Answer)[]) {
    const seen: { sent: string[][]; silences: number; ends: number } = { sent: [], silences: 0, ends: 0 };
    const handIn = new HandIn({
      store,
      send(_, scans) {
        seen.sent.push(scans.map(({ nonce }) => nonce));
        return Promise.resolve((answers.shift() ?? all)(scans));
      },
      settle: (decided) =>
        store.settle(
          decided.map(([each]) => ({
            scan: each,
            token_hash: 'h',
            verdict: verdict('ok'),
            inAt: null,
            isAwaited: true,
          })),
        ),
      onSilence: () => void seen.silences++,
      onEnd: () => Promise.resolve(void seen.ends++),
    });
    return { handIn, seen };
  }
  const enqueue = async (...nonces: string[]) => {
    for (const nonce of nonces) await store.enqueue(scan(nonce));
  };

  it('sends all that waits, in order, until nothing does', async () => {
    await enqueue('1', '2');
    await store.enqueue(scan('3', { point_id: 'side' }));
    await enqueue('4');
    const { handIn, seen } = opened();
    await handIn.wake();
    expect([seen.sent, await store.queued()]).toEqual([[['1', '2'], ['3'], ['4']], 0]);
  });

  it('keeps everything while the service is silent, and comes back by itself', async () => {
    await enqueue('1', '2');
    const { handIn, seen } = opened(() => ({ later: 0 }));
    await handIn.wake();
    expect([seen.silences, await store.queued()]).toEqual([1, 2]);
    await eventually(
      () => store.queued(),
      (queued) => queued === 0,
    );
    expect(seen.sent).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  });

  it('sends again what a batch left open, in its turn', async () => {
    await enqueue('1', '2', '3');
    const { handIn, seen } = opened(() => ({
      decided: new Map([
        ['1', recorded],
        ['3', refused],
      ]),
    }));
    await handIn.wake();
    expect([seen.sent, await store.queued()]).toEqual([[['1', '2', '3'], ['2']], 0]);
  });

  it('goes one by one where a batch was refused because of one, and in batches behind it', async () => {
    await enqueue('1', '2');
    for (const nonce of ['3', '4']) await store.enqueue(scan(nonce, { point_id: 'side' }));
    const { handIn, seen } = opened(() => 'one by one');
    await handIn.wake();
    expect([seen.sent, await store.queued()]).toEqual([[['1', '2'], ['1'], ['2'], ['3', '4']], 0]);
  });

  it('ends with the device, and loses nothing', async () => {
    await enqueue('1');
    const { handIn, seen } = opened(() => 'ended');
    await handIn.wake();
    expect([seen.ends, seen.sent.length, await store.queued()]).toEqual([1, 1, 1]);
  });

  it('takes up what comes while it is at it', async () => {
    await enqueue('1');
    const { handIn, seen } = opened((scans) => {
      void store.enqueue(scan('2')).then(() => handIn.wake());
      return all(scans);
    });
    await handIn.wake();
    await eventually(
      () => store.queued(),
      (queued) => queued === 0,
    );
    expect(seen.sent).toEqual([['1'], ['2']]);
  });
});
