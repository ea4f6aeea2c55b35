import { statfsSync } from 'node:fs';
import { hasNatsServer, startNats } from './nats.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';
import { makeTemplate } from './template.ts';
import { removeDeadRuns, startTestServer } from './test-server.ts';

/** Functions that stop servers after all tests, the last first. */
export const endings: (() => Promise<void>)[] = [];

/** Memory that Linux lets programs use as a directory, and gigabytes that have to be free there. */
const [memory, gigabytes] = ['/dev/shm', 8];

/**
 * Lets all that is temporary stand in memory where there is plenty. On a slow disk the kernel makes whoever writes wait, for
 * longer than a test does.
 */
function preferMemory(): void {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > gigabytes * 2 ** 30) process.env.TMPDIR ??= memory;
  } catch {
    // There is none: other systems have their own directory.
  }
}

/** Creates what all test files of a run share. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  preferMemory();
  await removeDeadRuns();
  const server = await startTestServer();
  endings.push(server.stop);
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_DIRECTORY = server.directory;
  await makeTemplate(server.url);
  if (hasPgBouncer && hasNatsServer) {
    const pooler = await startPgBouncer(server.url);
    endings.push(() => pooler.stop());
    process.env.TEST_POOLER_URL = pooler.url;
  }
  if (!hasNatsServer) return;
  const buses = await Promise.all(Array.from({ length: 2 * maxWorkers }, () => startNats()));
  endings.push(...buses.map((bus) => () => bus.kill()));
  process.env.TEST_NATS_URLS = buses.map(({ url }) => url).join(' ');
}
