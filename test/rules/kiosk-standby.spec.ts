import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Manifest, Scan, Undo, Verdict } from '../../web/kiosk/model.ts';
import { Store } from '../../web/kiosk/store.ts';

const scan = (nonce: string, more: Partial<Scan> = {}): Scan => ({
  ...{ nonce, token: `token ${nonce}`, point_id: 'door', scanned_at: `2027-03-06T09:00:${nonce}.000Z`, shown: null },
  ...more,
});
const verdict = (kind: Verdict['kind']): Verdict => ({
  ...{ kind, name: 'Ada', track: null, answers: '', advice: '', since: null, missing: [] },
});
const unchanged: Manifest = {
  ...{ super_event: null, tracks: [], points: [], roster: [], dropped: [], whole: false, timeline: 1, next: 'n' },
  device: { may_search: false, sees_answers: false, prints: false },
};

let store: Store;
beforeEach(async () => {
  store = await Store.open(randomUUID());
});
afterEach(() => store.close());

const settle = (one: Scan, kind: Verdict['kind']) => {
  const isRecorded = kind === 'ok';
  const checkin_id = isRecorded ? `checkin ${one.nonce}` : undefined;
  const told = { token_hash: 'h', verdict: verdict(kind), isRecorded, inAt: null, checkin_id, isAwaited: false };
  return store.settle([{ scan: one, ...told }]);
};

describe('The queue of a kiosk, when a standby took over,', () => {
  const nonces = async () => (await store.oldest()).map(({ nonce }) => nonce);
  const recordedAndRefused = async () => {
    await store.update(unchanged);
    for (const one of ['10', '20', '30']) await store.enqueue(scan(one));
    await settle(scan('10'), 'ok');
    await settle(scan('20'), 'refused');
  };

  it('has once more what was recorded, with what people were told, and each time a standby does', async () => {
    await recordedAndRefused();
    await store.update({ ...unchanged, timeline: 2 });
    expect(await store.oldest()).toEqual([scan('30'), scan('10', { shown: verdict('ok') })]);
    await settle(scan('10'), 'ok');
    expect([await nonces(), await store.disputes()]).toEqual([['30'], expect.anything()]);
    await store.update({ ...unchanged, timeline: 3 });
    expect(await nonces()).toEqual(['30', '10']);
  });

  it('takes back once more what was taken back, behind its scan', async () => {
    await recordedAndRefused();
    await store.undo({ nonce: '10' }, { nonce: '11', scanned_at: scan('11').scanned_at });
    const [, undo] = (await store.oldest()) as [Scan, Undo];
    await store.settleUndo(undo, null);
    await store.update({ ...unchanged, timeline: 2 });
    expect(await nonces()).toEqual(['30', '10', '11']);
    await settle(scan('10'), 'ok');
    expect((await store.oldest()).at(-1)).toMatchObject({ undoes: '10', checkin_id: 'checkin 10' });
  });

  it('says so where the answer is another one then', async () => {
    await recordedAndRefused();
    await store.dismiss('20');
    await store.update({ ...unchanged, timeline: 2 });
    await settle(scan('10'), 'refused');
    expect(await store.disputes()).toMatchObject([
      { nonce: '10', shown: { kind: 'ok' }, verdict: { kind: 'refused' } },
    ]);
  });

  it('stays as it is on the same history, and where none was known before', async () => {
    await recordedAndRefused();
    await store.update(unchanged);
    await store.update({ ...unchanged, whole: true });
    expect(await nonces()).toEqual(['30']);
  });

  it('stays as it is when another tab has paired the kiosk anew, whose list that of the former key is not', async () => {
    await recordedAndRefused();
    const device = { id: 'd' } as Parameters<Store['begin']>[0]['device'];
    await store.begin({ key: 'mst_new', device });
    expect(await store.update({ ...unchanged, timeline: 2 }, 'mst_former')).toBe(false);
    expect([await nonces(), await store.get('ground')]).toEqual([['30'], undefined]);
  });

  it('has nothing of more than an hour ago', async () => {
    await recordedAndRefused();
    const { now } = Date;
    Date.now = () => now() + 3_600_001;
    try {
      await store.update({ ...unchanged, timeline: 2 });
    } finally {
      Date.now = now;
    }
    expect(await nonces()).toEqual(['30']);
  });
});
