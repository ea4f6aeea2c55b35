import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Service } from 'moleculer';
import pg from 'pg';
import { Queue, maintainQueue, type JobHandler } from '../../../shared/kit/queue.ts';
import { Metrics } from '../../../shared/process/metrics.ts';
import { openStage, type Stage } from '../../support/stage.ts';
import { eventually } from '../../support/wire.ts';

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
const swept = () => maintainQueue(pool, 'mail_queue', 55_000);

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

describe('A job that does not end', () => {
  it('is told so after its time, and tried again later', async () => {
    const metrics = new Metrics();
    const warned: unknown[] = [];
    const log = {
      warn: (text: unknown) => void warned.push(text),
      debug: () => undefined,
    } as unknown as Service['logger'];
    const queue = await Queue.open('mail', { metrics, directUrl: () => stage.databaseUrl }, log);
    const told = Promise.withResolvers<unknown>();
    const hangs: JobHandler = (_, { signal }) => {
      signal.addEventListener('abort', () => told.resolve(signal.reason));
      return new Promise(() => undefined);
    };
    queue.start({ handlers: { hangs }, atOnce: 1, timeoutMs: 300 });
    await stage.rows`select mail_queue.add_job('hangs', job_key => 'hanging')`;
    expect(String(await told.promise)).toContain('300 ms');
    const [job] = await eventually(
      () => stage.rows<{ attempts: number; last_error: string }>`
        select attempts, last_error from mail_queue.jobs where key = 'hanging' and locked_at is null and run_at > now()`,
      ({ length }) => length === 1,
    );
    expect(job).toMatchObject({ attempts: 1, last_error: 'The job was not done within 300 ms.' });
    expect(await queue.depth()).toMatchObject({ count: 0, later: 1, failed: 0 });
    await queue.stop();
    expect(warned).toEqual([expect.stringContaining('Failed task')]);
  });
});
