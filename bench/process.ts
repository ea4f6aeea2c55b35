/** What a process takes of the memory. */
import { readFile } from 'node:fs/promises';
import type { Process } from '../test/support/cluster.ts';

/** Of Linux, on the processors this runs on. */
const page = 4_096;

/** Megabytes; undefined where the system is another. */
export async function resident({ pid }: Process): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
  return (Number(pages) * page) / 1_048_576;
}
