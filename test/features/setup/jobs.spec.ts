import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { applyLock } from '../../../event-file/plan/apply.ts';
import { clientOf } from '../../client/asked.ts';
import type { Answer, Client } from '../../support/client.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
/** Has the turn that applies take: as long as it does, none of them comes to an end. */
let holder: pg.Client;

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const head = `version: 1\norganization: { slug: ${acme.slug}, name: ${acme.name} }\n`;
  return { acme, olga, head, path: `/organizations/${acme.slug}/event-file/apply` };
}
type Here = Awaited<ReturnType<typeof opened>>;
const send = ({ path }: Here, client: Client, file: string, key: string, once = false) =>
  client.post(path, file, { headers: { 'Content-Type': 'application/yaml', 'Idempotency-Key': key }, once });

/** Through the client, which waits for the end. */
async function waited({ olga, acme, head }: Here, more = ''): Promise<unknown> {
  const muster = await clientOf(world, olga, acme);
  const file = head.replace(`name: ${acme.name}`, 'name: Renamed') + more;
  return muster.setup.applyEventFile({ orgSlug: acme.slug, file }).catch((error: unknown) => error);
}

let mine: Here;
let sender: Client;
const key = randomUUID();
let file: string;
let first: Answer;
/** Where `Location` leads. */
let job: string;
const asking: Promise<unknown>[] = [];

beforeAll(async () => {
  world = await openWorld();
  const [here, other, third] = await Promise.all([opened(), opened(), opened()]);
  mine = here;
  sender = bearer(world, await accessTokenOf(world, here.olga));
  file = `${here.head}users: [{ email: ${here.olga.email}, name: Olga }]
super_events: [{ slug: hack, name: Hack, devices: [{ key: door, kind: kiosk, name: Door }] }]
api_keys: [{ label: mine, user: ${here.olga.email} }]\n`;
  holder = new pg.Client({ connectionString: world.databaseUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [applyLock]);
  asking.push(waited(other), waited(third, 'super_events: [{ slug: hack, name: Hack, paid_days: 3 }]\n'));
  first = await send(mine, sender, file, key);
  job = new URL(first.headers.get('location') ?? '').pathname;
});
afterAll(async () => {
  await holder.end();
  await world.close();
});

const asked = async (as: Client = sender) => (await as.get(job)).body.data.job;
const fresh = { ended_at: null, result: null, error: null };

describe('An apply that takes longer than eight seconds', () => {
  it('is answered with where to ask for it', async () => {
    expect([first.status, first.body.data]).toEqual([
      202,
      { job: { id: expect.any(String), status: 'running', created_at: expect.any(String), ...fresh } },
    ]);
    expect(job).toBe(`/organizations/${mine.acme.id}/event-file/jobs/${first.body.data.job.id}`);
    expect(await asked()).toEqual(first.body.data.job);
  });

  it('is answered the same when it is sent again, and refused with another file', async () => {
    const again = await send(mine, sender, file, key);
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await send(mine, sender, `${file}# more`, key)).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is there for owners and admins, and for nobody of another organization', async () => {
    const { acme } = mine;
    expect(await asked(world.as(await world.member(acme, 'ADMIN'), acme))).toMatchObject({ status: 'running' });
    const member = world.as(await world.member(acme, 'MEMBER'), acme);
    expect(await member.get(job)).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await opened();
    const otto = world.as(other.olga, other.acme);
    expect(await otto.get(job)).toBeRefused(404, 'NOT_FOUND');
    expect(await otto.get(job.replace(acme.id, other.acme.id))).toBeRefused(404, 'NOT_FOUND');
    expect(await sender.get(job.slice(0, -36) + randomUUID())).toBeRefused(404, 'NOT_FOUND');
  });

  it('is one of three at most, for each has a connection', async () => {
    const fourth = await opened();
    const answer = await send(fourth, world.as(fourth.olga, fourth.acme), fourth.head, randomUUID(), true);
    expect(answer).toBeRefused(503, 'OVERLOADED');
  });
});

describe('Once it has ended', () => {
  let done: Awaited<ReturnType<typeof asked>>;
  beforeAll(async () => {
    await holder.query('select pg_advisory_unlock($1)', [applyLock]);
    done = await eventually(asked, ({ status }) => status !== 'running');
  });

  it('says what the apply answers, with its secrets for the sender alone', async () => {
    expect(done).toMatchObject({ status: 'done', ended_at: expect.any(String), error: null });
    const { result } = done;
    expect(result.changes).toMatchObject({ created: 3 });
    const own = world.stranger({ 'X-Api-Key': result.api_keys.mine });
    expect((await own.get(`/organizations/${mine.acme.id}`)).status).toBe(200);
    const device = result.super_events.hack.devices.door;
    const code = new URL(device.pairing_url).hash.slice(1);
    expect((await world.stranger().post('/devices/pair', { code })).body.data.device).toMatchObject({ id: device.id });
    const seen = await asked(world.as(await world.member(mine.acme, 'OWNER'), mine.acme));
    expect(seen.result).toMatchObject({ changes: result.changes, api_keys: { mine: null } });
    expect(seen.result.super_events.hack.devices.door).toEqual({ id: device.id, pairing_url: null });
    const [kept] = await world.rows<{ text: string }>`
      select string_agg(j::text || encode(outcome, 'escape'), '') as text from setup.job j`;
    for (const secret of [result.api_keys.mine, code, first.body.data.job.id]) expect(kept?.text).not.toContain(secret);
  });

  it('is for its sender, who is neither owner nor admin any more', async () => {
    const { acme, olga } = mine;
    await world.member(acme, 'OWNER');
    await world.rows`update organizations.member set role = 'MEMBER' where user_id = ${olga.id}`;
    expect(await asked()).toEqual(done);
    await world.rows`update organizations.member set role = 'OWNER' where user_id = ${olga.id}`;
  });

  it('was done once, by its sender, and is answered as before when it is sent again', async () => {
    const again = await send(mine, sender, file, key);
    expect([again.status, again.text]).toEqual([202, first.text]);
    const { acme, olga } = mine;
    const { entries } = (await sender.get(`/organizations/${acme.id}/audit?action=setup.applyEventFile`)).body.data;
    expect(entries).toMatchObject([{ user_id: olga.id, after: { created: 3 } }]);
    const facts = await eventually(
      async () => (await sender.get(`/organizations/${acme.id}/facts?types=device.added`)).body.data.facts,
      ({ length }) => length > 0,
    );
    expect(facts).toMatchObject([{ actor: { user_id: olga.id }, data: { kind: 'kiosk', name: 'Door' } }]);
  });

  it('is what the client answers or refuses with, as if it had been at once', async () => {
    const [renamed, refused] = (await Promise.all(asking)) as [{ changes: object }, unknown];
    expect(renamed.changes).toMatchObject({ changed: 1 });
    expect(isRefusal(refused, 'FILE_NOT_PERMITTED') && refused).toMatchObject({
      status: 403,
      extras: { refused: [{ what: 'super event hack', reason: expect.any(String) }] },
    });
  });
});

describe('A plan', () => {
  const planAt = (here: Here) => ({ ...here, path: here.path.replace('apply', 'plan') });

  it('waits for no turn, and lets nobody wait for it', async () => {
    await holder.query('select pg_advisory_lock($1)', [applyLock]);
    expect(await send(planAt(mine), sender, file, randomUUID(), true)).toMatchObject({ status: 200 });
    await holder.query('select pg_advisory_unlock($1)', [applyLock]);
  });

  it('makes no account even for a moment, in which its person would have to wait', async () => {
    const { olga, acme, ...here } = await opened();
    // A plan that goes on waits for this.
    await using _ = await begin(world.databaseUrl, 'select from organizations.member where user_id = $1 for update', [
      olga.id,
    ]);
    const text = `${here.head}users: [{ email: new@x.test, name: New }]\n`;
    const answer = await send(planAt({ olga, acme, ...here }), world.as(olga, acme), text, randomUUID(), true);
    expect(answer).toBeRefused(403, 'FILE_NOT_PERMITTED', {
      refused: [{ what: 'person new@x.test', reason: expect.any(String) }],
    });
  });
});

describe('An apply that waits for another one of its organization', () => {
  let one: Here;
  let client: Client;
  let waiting: Promise<Answer>;
  beforeAll(async () => {
    one = await opened();
    client = world.as(one.olga, one.acme);
    await holder.query('select pg_advisory_lock($1, hashtext($2))', [applyLock, one.acme.id]);
    waiting = send(one, client, one.head.replace(one.acme.name, 'Renamed'), randomUUID());
    await waitingFor(world, 1);
  });

  it('holds up no other organization', async () => {
    const other = await opened();
    const answer = await send(other, world.as(other.olga, other.acme), other.head, randomUUID());
    expect(answer).toMatchObject({ status: 200 });
  });

  it('says that nothing was done where the database ended it', async () => {
    expect((await waiting).status).toBe(202);
    const path = new URL((await waiting).headers.get('location') ?? '').pathname;
    const ended = await eventually(
      async () => {
        await world.rows`
          select pg_cancel_backend(pid) from pg_locks
           where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`;
        return (await client.get(path)).body.data.job;
      },
      ({ status }) => status !== 'running',
    );
    expect(ended).toMatchObject({ status: 'failed', result: null, error: { status: 503, code: 'OVERLOADED' } });
    expect(ended.error.message).toMatch(/Nothing of it was done/);
    const [organization] = await world.rows`select name from organizations.organization where id = ${one.acme.id}`;
    expect(organization).toEqual({ name: one.acme.name });
  });
});
