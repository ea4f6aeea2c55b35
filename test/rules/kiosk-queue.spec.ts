import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Manifest, Scan, Verdict } from '../../web/kiosk/model.ts';
import { Store } from '../../web/kiosk/store.ts';

const scan = (nonce: string, more: Partial<Scan> = {}): Scan => ({
  ...{ nonce, token: `token ${nonce}`, point_id: 'door', scanned_at: `2027-03-06T09:00:${nonce}.000Z`, shown: null },
  ...more,
});
const verdict = (kind: Verdict['kind']): Verdict => ({
  ...{ kind, name: 'Ada', track: null, answers: '', advice: '', since: null, missing: [] },
});

let name: string;
let store: Store;
beforeEach(async () => {
  // A worker keeps what the specs before stored, whose names must not come again.
  name = randomUUID();
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
    const [isIn, isRecorded] = [kind === 'ok', kind !== 'refused'];
    const inAt = isIn ? one.scanned_at : null;
    const checkin_id = isIn ? `checkin ${one.nonce}` : undefined;
    const told = { token_hash: 'h', verdict: verdict(kind), isRecorded, inAt, checkin_id, isAwaited };
    return store.settle([{ scan: one, ...told }]);
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

  it('has a person come as often as there are portions, until the service says that it was the last', async () => {
    const seen = () => store.seenAt('door', 'h', 2);
    for (const nonce of ['10', '20']) {
      await store.enqueue(scan(nonce));
      await store.noteShown(scan(nonce), 'h', verdict('offline-ok'), true);
      await settle(scan(nonce), 'ok');
      expect(await seen()).toBe(nonce === '20' ? scan('20').scanned_at : null);
    }
    await store.undo({ nonce: '20' }, { nonce: 'u', scanned_at: scan('30').scanned_at });
    expect(await seen()).toBeNull();
    await store.enqueue(scan('40'));
    const known = { isRecorded: true, checkin_id: undefined, isAwaited: true };
    const again = { verdict: verdict('again'), inAt: scan('10').scanned_at, ...known };
    await store.settle([{ scan: scan('40'), token_hash: 'h', ...again }]);
    expect(await seen()).toBe(scan('10').scanned_at);
  });

  it('takes back behind the scan, once, and lets the person come again', async () => {
    await store.enqueue(scan('10'));
    await store.noteShown(scan('10'), 'h', verdict('offline-ok'), true);
    const undo = { nonce: 'u', scanned_at: scan('20').scanned_at };
    expect(await store.undo({ nonce: '10' }, undo)).toBe(true);
    expect(await store.undo({ nonce: '10' }, { ...undo, nonce: 'v' })).toBe(false);
    expect(await store.undo({ nonce: 'unknown' }, { ...undo, nonce: 'w' })).toBe(false);
    expect(await store.seenAt('door', 'h')).toBeNull();
    store.close();
    store = await Store.open(name);
    expect(await store.oldest()).toMatchObject([{ nonce: '10' }, { undoes: '10', checkin_id: null, point_id: 'door' }]);
    await settle(scan('10'), 'ok');
    expect(await store.oldest()).toMatchObject([{ undoes: '10', checkin_id: 'checkin 10' }]);
    expect([await store.seenAt('door', 'h'), await store.disputes()]).toEqual([null, []]);
    expect(await store.latest()).toMatchObject([{ nonce: '10', isUndone: true }]);
  });

  it('opens what a former release kept', async () => {
    const former = await openDB(`${name} former`, 1, {
      upgrade(db) {
        db.createObjectStore('single');
        db.createObjectStore('queue', { autoIncrement: true }).createIndex('nonce', 'nonce', { unique: true });
        db.createObjectStore('roster', { keyPath: 'token_hash' });
        db.createObjectStore('seen', { keyPath: ['point_id', 'token_hash'] });
        db.createObjectStore('latest', { keyPath: 'nonce' }).createIndex('at', 'at');
        db.createObjectStore('disputes', { keyPath: 'nonce' }).createIndex('at', 'at');
      },
    });
    await former.add('queue', scan('10'));
    former.close();
    const present = await Store.open(`${name} former`);
    expect(await present.oldest()).toEqual([scan('10')]);
    await present.noteShown(scan('10'), 'h', verdict('offline-ok'), true);
    expect(await present.undo({ nonce: '10' }, { nonce: 'u', scanned_at: '' })).toBe(true);
    present.close();
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
      ...{ super_event: null, tracks: [], points: [], dropped: [], whole: true, timeline: 1, next: 'n' },
      device: { may_search: false, sees_answers: false, prints: false },
      roster: [{ token_hash: 'h', name: 'Ada', status: 'accepted', event_id: null, user_id: 'ada' }],
    };
    await store.update(manifest);
    await store.enqueue(scan('10', { api_key: 'mst_door' }));
    await store.begin(paired('mst_door'));
    expect(await store.end(paired('mst_door'))).toBe(true);
    expect([await store.roster(), await store.get('ground'), (await store.get('pairing'))?.key]).toEqual([
      [],
      undefined,
      null,
    ]);
    // The key that the kiosk is given next hands it in.
    expect((await store.oldest())[0]?.api_key).toBeUndefined();
    await store.wipe();
    expect([await store.queued(), await store.get('pairing')]).toEqual([0, undefined]);
  });

  it('stays with its key when the kiosk is paired anew, and so does what takes it back, until that key has ended', async () => {
    await store.begin(paired('mst_former'));
    const one = scan('10', { api_key: 'mst_former' });
    await store.enqueue(one);
    await store.noteShown(one, 'h', verdict('offline-ok'), true);
    await store.begin(paired('mst_new'));
    await store.undo({ nonce: '10' }, { nonce: 'u', scanned_at: scan('20').scanned_at });
    const keys = async () => (await store.oldest()).map(({ api_key }) => api_key);
    expect(await keys()).toEqual(['mst_former', 'mst_former']);
    await store.disown('mst_former');
    expect(await keys()).toEqual([undefined, undefined]);
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
