/** An apply asks for each kind once, however many rows the file has. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed } from '../../cli/commands/seed.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { statementsOf } from '../support/statements.ts';
import { ask } from './command.ts';

let stage: Stage;
beforeAll(async () => {
  // Services that this worker keeps for the next spec work by themselves, and would be counted.
  await globalThis.endKept?.('all');
  stage = await openStage();
  process.env['DATABASE_URL'] = stage.databaseUrl;
});
afterAll(() => stage.close());

const statements = async (participants: number, number: number) => {
  const options = { participants: String(participants), seed: String(number) };
  const { result, texts } = await statementsOf(() => ask(seed, options));
  return { changes: result.answer.changes, count: texts.length };
};

describe('The statements of an apply', () => {
  it('are as many for 600 people as for 60, and fewer where nothing is new', async () => {
    const few = await statements(60, 1);
    const many = await statements(600, 2);
    expect(many.changes.created).toBeGreaterThan(5 * few.changes.created);
    expect(many.count).toBe(few.count);
    const again = await statements(600, 2);
    expect(again.changes).toMatchObject({ created: 0, changed: 0 });
    expect(again.count).toBeLessThan(many.count);
    expect(again.count).toBeGreaterThan(10);
  });
});
