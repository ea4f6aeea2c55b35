import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { routes } from '../../shared/contract/index.ts';
import type { Resource } from '../../shared/contract/endpoint.ts';
import { openStage, type Stage } from '../support/stage.ts';

let stage: Stage;
let asked: pg.Client;
beforeAll(async () => {
  stage = await openStage();
  asked = new pg.Client({ connectionString: stage.databaseUrl });
  await asked.connect();
  // On tables as empty as these the planner would read them whole.
  await asked.query('set enable_seqscan = off');
});
afterAll(async () => {
  await asked.end();
  await stage.close();
});

interface Node {
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}
const everyNode = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];

/** How each table is met, in a plan for whatever values, made before anybody has counted a row. */
async function lookups(statement: string) {
  const { rows } = await asked.query(`explain (generic_plan, format json) ${statement}`);
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Node }];
  return everyNode(plan).flatMap(({ Plans: below = [], ...node }) =>
    node['Relation Name']
      ? [{ table: node['Relation Name'], by: (node['Index Cond'] ?? below[0]?.['Index Cond']) as string }]
      : [],
  );
}

const resources = new Set<Resource>(
  routes.flatMap(({ endpoint: { access } }) => (typeof access === 'object' ? [access.on] : [])),
);

describe('The guard’s statements look rows up one by one, in tables of any size', () => {
  it.each([...resources])('to find of which organization a %s is', async (resource) => {
    const met = await lookups(`select * from published.located_${resource} where id = $1`);
    expect(met).toEqual(met.map(({ table }) => ({ table, by: expect.stringMatching(/^\(id = /) })));
  });

  it('and to find what a person is there', async () => {
    const met = await lookups('select * from published.standing($1, $2, $3, $4)');
    expect(met.length).toBeGreaterThan(3);
    expect(met).toEqual(met.map(({ table }) => ({ table, by: expect.stringMatching(/\b(id = \w|user_id = \$1)/) })));
  });
});
