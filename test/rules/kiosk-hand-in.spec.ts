import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { handful, HandIn, type Answer, type UndoAnswer } from '../../web/kiosk/hand-in.ts';
import type { Outcome, Scan, Verdict } from '../../web/kiosk/model.ts';
import { Store } from '../../web/kiosk/store.ts';
import { notUndone } from '../../web/kiosk/verdict.ts';
import { eventually } from '../support/wire.ts';

const scan = (nonce: string, more: Partial<Scan> = {}): Scan => ({
  ...{ nonce, token: `token ${nonce}`, point_id: 'door', scanned_at: `2027-03-06T09:00:${nonce}.000Z`, shown: null },
  ...more,
});
const verdict = (kind: Verdict['kind']): Verdict => ({
  ...{ kind, name: 'Ada', track: null, answers: '', advice: '', since: null, missing: [] },
});
const refused: Outcome = { code: 'INVALID_TOKEN' };
const recorded: Outcome = { code: 'TOO_LATE' };
const all = (scans: readonly Scan[]): Answer => ({ decided: new Map(scans.map(({ nonce }) => [nonce, recorded])) });

let name: string;
let store: Store;
beforeEach(async () => {
  // A worker keeps what the specs before stored, whose names must not come again.
  name = randomUUID();
  store = await Store.open(name);
});
afterEach(() => store.close());

describe('A handful of scans', () => {
  it('is of one point and key, of so many, and small enough for a request', () => {
    const nonces = (scans: readonly Scan[]) => scans.map(({ nonce }) => nonce);
    expect(handful([], 10)).toEqual([]);
    expect(nonces(handful([scan('1'), scan('2'), scan('3', { point_id: 'side' }), scan('4')], 10))).toEqual(['1', '2']);
    expect(nonces(handful([scan('1'), scan('2')], 1))).toEqual(['1']);
    const former = { api_key: 'former' };
    expect(nonces(handful([scan('1', former), scan('2', former), scan('3')], 10))).toEqual(['1', '2']);
    const long = Array.from({ length: 30 }, (_, n) => scan(`${n}`, { token: 'ä'.repeat(7_000) }));
    expect(handful(long, 200)).toHaveLength(9);
    expect(handful([scan('1', { token: 'ä'.repeat(100_000) })], 200)).toHaveLength(1);
  });
});

describe('Handing in', () => {
  /** The answers to what is taken back, in their order. */
  let undoAnswers: UndoAnswer[] = [];
  beforeEach(() => void (undoAnswers = []));

  /** Hands in to a service that answers so, one answer after the other. Returns what it was sent. */
  function opened(...answers: ((scans: readonly Scan[]) => Answer)[]) {
    const seen: { sent: string[][]; silences: number; ends: number } = { sent: [], silences: 0, ends: 0 };
    const handIn = new HandIn({
      store,
      send(_, scans) {
        seen.sent.push(scans.map(({ nonce }) => nonce));
        return Promise.resolve((answers.shift() ?? all)(scans));
      },
      undo(undo) {
        seen.sent.push([`undo of ${undo.checkin_id}`]);
        return Promise.resolve(undoAnswers.shift() ?? 'undone');
      },
      settleUndo: (undo, answer) =>
        store.settleUndo(undo, answer === 'late' ? ({ verdict }) => notUndone(verdict) : null),
      settle: (decided) =>
        store.settle(
          decided.map(([each]) => ({
            scan: each,
            token_hash: 'h',
            verdict: verdict('ok'),
            isRecorded: false,
            inAt: null,
            checkin_id: `checkin ${each.nonce}`,
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
    const { handIn, seen } = opened(() => 'singly');
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

  it('takes up what comes in the moment in which it ends', async () => {
    for (let turns = 0; turns < 20; turns++) {
      const [waiting, sent]: [Scan[], string[]] = [[], []];
      const handIn = new HandIn({
        store: { oldest: () => Promise.resolve([...waiting]) },
        send(_, scans) {
          sent.push(...scans.map(({ nonce }) => nonce));
          return Promise.resolve(all(scans));
        },
        undo: () => Promise.resolve('undone'),
        settleUndo: () => Promise.resolve(),
        settle: (decided) => Promise.resolve(void waiting.splice(0, decided.length)),
        onSilence: () => undefined,
        onEnd: () => Promise.resolve(),
      });
      const first = handIn.wake();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      waiting.push(scan('1'));
      await handIn.wake();
      await first;
      expect([turns, sent]).toEqual([turns, ['1']]);
    }
  });

  it('takes back what it handed in, before whatever was read afterwards', async () => {
    await enqueue('1');
    await store.noteShown(scan('1'), 'h', verdict('offline-ok'), true);
    await store.undo({ nonce: '1' }, { nonce: 'u', scanned_at: '' });
    await enqueue('2');
    undoAnswers = [{ later: 0 }];
    const { handIn, seen } = opened();
    await handIn.wake();
    expect([seen.sent, seen.silences]).toEqual([[['1'], ['undo of checkin 1']], 1]);
    await eventually(
      () => store.queued(),
      (queued) => queued === 0,
    );
    expect(seen.sent).toEqual([['1'], ['undo of checkin 1'], ['undo of checkin 1'], ['2']]);
    expect(await store.disputes()).toEqual([]);
  });

  it('lists what could be taken back no more', async () => {
    await enqueue('1');
    await store.noteShown(scan('1'), 'h', verdict('offline-ok'), true);
    await store.undo({ nonce: '1' }, { nonce: 'u', scanned_at: '' });
    undoAnswers = ['late'];
    const { handIn } = opened();
    await handIn.wake();
    expect(await store.disputes()).toMatchObject([{ verdict: { kind: 'ok', name: 'Ada' }, point_id: 'door' }]);
  });
});
