import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { sweep } from '../../../services/mail/worker.ts';
import { openStage, type Stage } from '../../support/stage.ts';

let stage: Stage;
let pool: pg.Pool;
beforeEach(async () => {
  stage = await openStage();
  pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 1, options: '-c role=muster_mail' });
  // Its database is dropped a moment after the last word to it.
  pool.on('error', () => undefined);
});
afterEach(async () => {
  await pool.end();
  await stage.close();
});

/** A letter by its key, as it would stand there after all that. */
async function letter(key: string, { attempts, age, locked }: { attempts: number; age: string; locked?: string }) {
  await stage.rows`select graphile_worker.add_job('letter', '{}'::json, job_key => ${key}, max_attempts => 20)`;
  await stage.rows`
    update graphile_worker._private_jobs
       set attempts = ${attempts}, updated_at = now() - ${age}::interval,
           locked_at = now() - ${locked ?? null}::interval, locked_by = ${locked ? key : null}
     where key = ${key}`;
}
const left = async () =>
  (await stage.rows<{ key: string }>`select key from graphile_worker.jobs order by key`).map(({ key }) => key);

describe('The mail service, when it looks after its letters', () => {
  it('forgets those nobody would take for 30 days, and no other', async () => {
    await letter('given-up-long-ago', { attempts: 20, age: '31 days' });
    await letter('given-up-lately', { attempts: 20, age: '29 days' });
    await letter('still-tried', { attempts: 19, age: '31 days' });
    await letter('in-the-last-try', { attempts: 20, age: '31 days', locked: '10 seconds' });
    await sweep(pool);
    expect(await left()).toEqual(['given-up-lately', 'in-the-last-try', 'still-tried']);
  });

  it('frees those of workers that are silent for 90 seconds', async () => {
    await letter('of-the-dead', { attempts: 1, age: '0', locked: '91 seconds' });
    await letter('of-the-living', { attempts: 1, age: '0', locked: '89 seconds' });
    expect(await sweep(pool)).toBe(1);
    const locked = await stage.rows`select key from graphile_worker.jobs where locked_at is not null`;
    expect(locked).toEqual([{ key: 'of-the-living' }]);
  });
});
