import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
import { Receiver, type Manner } from '../../support/receiver.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let receivers: Receiver[] = [];
beforeAll(async () => {
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
});
afterAll(() => world.close());
/** Those that do not answer hold their places no longer. */
afterEach(() => {
  receivers.forEach((receiver) => receiver.close());
  receivers = [];
});

let acme: Organization;
let api: Client;
const organize = async () => {
  acme = await world.organization();
  api = world.as(await world.member(acme, 'OWNER'), acme);
};
beforeEach(organize);

async function listen(manner?: Manner): Promise<Receiver> {
  const receiver = await Receiver.listen(manner);
  receivers.push(receiver);
  return receiver;
}
async function hook({ url }: Receiver): Promise<string> {
  const { body } = await api.post(`/organizations/${acme.id}/webhooks`, { url, types: ['team.deleted'] });
  return String(body.data.webhook.id);
}

/** As services write them; nobody is told of it. */
const cause = (count: number) => world.rows`
  insert into teams.audit (organization_id, action, fact, ids, before, after)
  select ${acme.id}, 'test', 'team.deleted', jsonb_build_object('team_id', gen_random_uuid()), '{}', '{}'
    from generate_series(1, ${count}::int)`;
/** Deliveries that failed once, and are due. */
const failBefore = (id: string, count: number) => world.rows`
  with failed as (
    insert into webhooks.fact (id, type, body)
    select uuidv7(), 'team.deleted', '{"tries":1}' from generate_series(1, ${count}::int) returning id
  )
  insert into webhooks.delivery (webhook_id, fact_id, tries) select ${id}, id, 1 from failed`;
/** Says where they are if they do not come. */
const arrived = (receiver: Receiver, count: number) =>
  eventually(
    () => Promise.resolve(receiver.received.length),
    (seen) => seen >= count,
  ).catch(async (cause: unknown) => {
    throw new Error(`${receiver.received.length} of ${count} have come: ${JSON.stringify(await standing())}`, {
      cause,
    });
  });
/** The reader of the organization, its deliveries, the jobs, and the oldest transaction, which facts wait for. */
const standing = () => world.rows`
  select (select json_agg(r) from webhooks.reader r where r.organization_id = ${acme.id}) as reader,
         (select json_agg(json_build_array(d.status, d.tries, d.error))
            from webhooks.delivery d join webhooks.webhook w on w.id = d.webhook_id
           where w.organization_id = ${acme.id}) as deliveries,
         (select json_agg(json_build_array(j.key, j.attempts, j.locked_at, j.last_error)) from webhooks_queue.jobs j) as jobs,
         (select json_agg(a) from (select datname, application_name, state, xact_start, query from pg_stat_activity
                                    where backend_xid is not null order by xact_start limit 1) a) as oldest`;
const isAgain = ({ body }: { body: string }) => body === '{"tries":1}';

describe('A receiver that does not answer', () => {
  it('has four deliveries under way', async () => {
    const [receiver, quick] = [await listen(() => undefined), await listen()];
    await hook(receiver);
    await cause(6);
    await arrived(receiver, 4);
    // The reader comes round once more, for both.
    await hook(quick);
    await cause(1);
    await arrived(quick, 1);
    expect(receiver.received).toHaveLength(4);
  });

  it('has two under way that failed before, so that new ones do not wait for them', async () => {
    const receiver = await listen(() => undefined);
    const id = await hook(receiver);
    await failBefore(id, 6);
    await arrived(receiver, 2);
    await cause(6);
    await arrived(receiver, 4);
    expect(receiver.received.map(isAgain)).toEqual([true, true, false, false]);
  });
});

describe('Receivers that are slow or did not answer yet', () => {
  const hookMany = async (receiver: Receiver, count: number) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await hook(receiver));
    return ids;
  };
  const haveAnswered = () => world.rows`
    update webhooks.webhook set is_slow = false where organization_id = ${acme.id}`;
  /** Those of other tests, whose receivers are closed, are tried again meanwhile. */
  const underWay = (organizations: readonly Organization[]) => world.rows`
    select coalesce(j.flags ? 'slow', false) as is_slow, count(*)::int as jobs
      from webhooks_queue.jobs j
     where j.locked_by is not null and j.flags ?| ${organizations.map(({ id }) => id)}::text[]
     group by 1 order by 1`;

  it('leave places to one that is quick, as do those with another address', async () => {
    const [slow, quick] = [await listen(() => undefined), await listen(() => undefined)];
    const quicks = acme;
    await hook(quick);
    await haveAnswered();
    await organize();
    const slows = acme;
    await hookMany(slow, 15);
    await cause(1);
    await organize();
    const moved = acme;
    const ids = await hookMany(quick, 15);
    await haveAnswered();
    for (const id of ids) await api.patch(`/webhooks/${id}`, { url: slow.url });
    await cause(1);
    await arrived(slow, 20);
    acme = quicks;
    await cause(1);
    await arrived(quick, 1);
    // It has a place beside all of theirs: none of them had to end for it.
    expect(await underWay([quicks, slows, moved])).toEqual([
      { is_slow: false, jobs: 1 },
      { is_slow: true, jobs: 20 },
    ]);
  });

  it('have the places of their organization, even made anew, and leave the others to other organizations', async () => {
    let [open, most] = [0, 0];
    const dead = await listen((response) => {
      most = Math.max(most, ++open);
      response.once('close', () => open--);
    });
    const ids = await hookMany(dead, 20);
    await cause(1);
    await arrived(dead, 15);
    for (const id of ids) await api.del(`/webhooks/${id}`);
    await hookMany(dead, 20);
    await cause(1);
    await organize();
    const other = await listen();
    await hook(other);
    await cause(1);
    await arrived(other, 1);
    expect(most).toBe(15);
  });
});
