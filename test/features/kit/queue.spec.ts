import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { sweep } from '../../../shared/kit/queue.ts';
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
  await stage.rows`select mail_queue.add_job('letter', '{}'::json, job_key => ${key}, max_attempts => 20)`;
  await stage.rows`
    update mail_queue._private_jobs
       set attempts = ${attempts}, updated_at = now() - ${age}::interval,
           locked_at = now() - ${locked ?? null}::interval, locked_by = ${locked ? key : null}
     where key = ${key}`;
}
const left = async () =>
  (await stage.rows<{ key: string }>`select key from mail_queue.jobs order by key`).map(({ key }) => key);

/** In a queue whose jobs take 55 seconds at most. */
const swept = () => sweep(pool, 'mail_queue', 55_000);

describe('A queue, when its jobs are looked after', () => {
  it('forgets those that failed for good 30 days ago, and no other', async () => {
    await letter('given-up-long-ago', { attempts: 20, age: '31 days' });
    await letter('given-up-lately', { attempts: 20, age: '29 days' });
    await letter('still-tried', { attempts: 19, age: '31 days' });
    await letter('in-the-last-try', { attempts: 20, age: '31 days', locked: '10 seconds' });
    await swept();
    expect(await left()).toEqual(['given-up-lately', 'in-the-last-try', 'still-tried']);
  });

  it('frees those of workers that hold one 10 seconds longer than it can take', async () => {
    await letter('of-the-dead', { attempts: 1, age: '0', locked: '66 seconds' });
    await letter('of-the-living', { attempts: 1, age: '0', locked: '64 seconds' });
    expect(await swept()).toBe(1);
    const locked = await stage.rows`select key from mail_queue.jobs where locked_at is not null`;
    expect(locked).toEqual([{ key: 'of-the-living' }]);
  });
});
