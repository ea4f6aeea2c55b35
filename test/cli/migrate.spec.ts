import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { status, up } from '../../cli/commands/migrate.ts';
import { plan } from '../../cli/commands/plan.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { migrateDown, migrationNames } from '../../shared/database/migrate.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { acme } from './acme.ts';
import { ask, run, written } from './command.ts';

let stage: Stage;
const all = migrationNames(migrationPlan);
const newest = all.slice(-2);
beforeAll(async () => {
  stage = await openStage();
  process.env['DATABASE_URL'] = stage.databaseUrl;
  await migrateDown(stage.databaseUrl, migrationPlan, 2);
});
afterAll(() => stage.close());

describe('A database behind this release', () => {
  it('is named as such, and nothing is applied to it', async () => {
    expect((await ask(status, {})).answer).toEqual({ applied: all.slice(0, -2), pending: newest });
    const { code, stderr } = await run(plan, { file: written(acme()) });
    expect(code).toBe(1);
    expect(stderr).toContain('Run muster migrate up');
  });

  it('is brought to it by two at once, once', async () => {
    const both = await Promise.all([ask(up, {}), ask(up, {})]);
    expect(both.map(({ answer }) => answer.applied).sort()).toEqual([[], newest]);
    expect(await run(up, {})).toMatchObject({ code: 0, stdout: 'Nothing to migrate.\n' });
    expect((await ask(status, {})).answer).toEqual({ applied: all, pending: [] });
  });
});
