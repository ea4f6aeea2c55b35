import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../../shared/database/database.ts';
import { presentPosition, readFacts, type FactPage } from '../../../shared/database/facts.ts';
import { settleRestored } from '../../../shared/database/migrate.ts';
import { openStage, type Stage } from '../../support/stage.ts';
import { begin } from '../../support/transaction.ts';

let stage: Stage;
let orm: MikroORM;
beforeAll(async () => {
  stage = await openStage();
  orm = await openDatabase('organizations', stage.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await orm.close();
  await stage.close();
});

async function pageOf(organization_id: string, after: string | null, limit = 500): Promise<FactPage> {
  const [page] = await readFacts(orm.em.fork(), [{ organization_id, after, types: null, super_event_id: null, limit }]);
  if (!page || page === 'expired') throw new Error(`No page: ${page}`);
  return page;
}

const schemas = ['organizations', 'events', 'registrations', 'teams', 'judging'];

/** Writes this many transactions of one to three facts each, which commit when chance will have it. */
async function write(organization_id: string, writer: number, transactions: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  const ids: string[] = [];
  for (let turn = 0; turn < transactions; turn++) {
    await client.query('begin');
    for (let n = 0; n <= turn % 3; n++) {
      const { rows } = await client.query<{ id: string }>(
        `insert into ${schemas[(writer + n) % schemas.length]}.audit (organization_id, action, fact, ids, before, after)
         values ($1, 'test', 'team.deleted', $2, '{}', '{}') returning id`,
        [organization_id, { team_id: randomUUID() }],
      );
      await pause(Math.random() * 20);
      ids.push(rows[0]?.id ?? '');
    }
    await client.query('commit');
  }
  await client.end();
  return ids;
}

describe('Facts', () => {
  it('of 50 writers who commit in any order are met by a reader once each, in one order', async () => {
    const organization_id = randomUUID();
    const seen: string[] = [];
    const positions: string[] = [];
    let isOver = false;
    let after = await presentPosition(orm.em.fork());
    const reader = (async () => {
      for (let isLast = false; !isLast;) {
        isLast = isOver;
        for (let has_more = true; has_more;) {
          const page = await pageOf(organization_id, after, 7);
          seen.push(...page.facts.map(({ id }) => id));
          positions.push(...page.facts.map(({ position }) => position));
          ({ next: after, has_more } = page);
        }
      }
    })();
    const written = await Promise.all(Array.from({ length: 50 }, (_, writer) => write(organization_id, writer, 6)));
    await stageIsQuiet();
    isOver = true;
    await reader;
    expect(seen.toSorted()).toEqual(written.flat().toSorted());
    expect(positions).toEqual(positions.toSorted());
  });

  it('wait for an older transaction that is still under way', async () => {
    const organization_id = randomUUID();
    await using slow = await begin(stage.databaseUrl, 'select pg_current_xact_id()');
    const before = await presentPosition(orm.em.fork());
    const [id] = await write(organization_id, 0, 1);
    const early = await pageOf(organization_id, before);
    expect([early.facts, early.has_more]).toEqual([[], false]);
    await slow.commit();
    await stageIsQuiet();
    expect((await pageOf(organization_id, early.next)).facts.map((fact) => fact.id)).toEqual([id]);
  });

  it('of a transaction that began first and wrote last are told to a reader who begins at the oldest', async () => {
    const organization_id = randomUUID();
    // Nothing older, from which a reader would begin.
    for (const schema of schemas) await stage.rows`delete from ${sql.table(`${schema}.audit`)}`;
    await using early = await begin(stage.databaseUrl, 'select pg_current_xact_id()');
    const [second] = await write(organization_id, 0, 1);
    const first = await early.query<{ id: string }>(
      `insert into organizations.audit (organization_id, action, fact, ids, before, after)
       values ($1, 'test', 'team.deleted', $2, '{}', '{}') returning id`,
      [organization_id, { team_id: randomUUID() }],
    );
    await early.commit();
    await stageIsQuiet();
    expect((await pageOf(organization_id, null)).facts.map(({ id }) => id)).toEqual([first[0]?.id, second]);
  });

  it('that came with a dump from a server far ahead are told first, and hold up nothing', async () => {
    const organization_id = randomUUID();
    const [old] = await write(organization_id, 0, 1);
    await stage.rows`update organizations.audit set xid = '8000000000' where id = ${old}`;
    const owner = await MikroORM.init({
      clientUrl: stage.databaseUrl,
      entities: [],
      discovery: { warnWhenNoEntities: false },
    });
    await settleRestored(owner.em.getKysely(), ['organizations']);
    await owner.close();
    const [fresh] = await write(organization_id, 0, 1);
    await stageIsQuiet();
    expect((await pageOf(organization_id, null)).facts.map(({ id }) => id)).toEqual([old, fresh]);
  });

  it('are read from the index, however many there are of others', async () => {
    const organization_id = randomUUID();
    await stage.rows`
      insert into teams.audit (organization_id, action, fact, ids, before, after)
      select gen_random_uuid(), 'test', 'team.deleted', '{}', '{}', '{}' from generate_series(1, 20000)`;
    await stage.rows`analyze teams.audit`;
    const plan = await stage.rows<{ 'QUERY PLAN': string }>`
      explain select * from published.teams_facts f
       where f.organization_id = ${organization_id} and (f.xid, f.id) > ('5'::xid8, ${organization_id}::uuid)
         and f.xid < pg_snapshot_xmin(pg_current_snapshot()) order by f.xid, f.id limit 100`;
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index Scan using audit_fact/);
    expect(text).not.toMatch(/Sort|Seq Scan/);
  });
});

/** Other transactions of the server, autovacuum among them, may hold facts back for a moment. */
async function stageIsQuiet(): Promise<void> {
  const [now] = await stage.rows<{ xid: string }>`select pg_current_xact_id()::text as xid`;
  for (;;) {
    const [held] = await stage.rows<{ is_over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${now?.xid}::xid8 as is_over`;
    if (held?.is_over) return;
    await pause(20);
  }
}
