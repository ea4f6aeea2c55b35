import { describe, expect, it } from '@jest/globals';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirInUse, claimDataDir } from '../../shared/database/embedded.ts';
import { emptyDirectory, kill, otherProcess } from './processes.ts';

describe('A data directory that a service holds', () => {
  it('is refused to a second service, with the pid that holds it and what to do', async () => {
    const directory = await emptyDirectory();
    const first = await otherProcess('claim', directory);
    const refusal = claimDataDir(directory);
    await expect(refusal).rejects.toBeInstanceOf(DataDirInUse);
    await expect(refusal).rejects.toMatchObject({ pid: first.pid });
    await expect(refusal).rejects.toThrow(`pid ${first.pid}. Stop that process first, or give this one`);
  });

  it('is free again once released', async () => {
    const directory = await emptyDirectory();
    const claim = await claimDataDir(directory);
    await expect(claimDataDir(directory)).rejects.toThrow(`pid ${process.pid}`);
    await claim.release();
    await (await claimDataDir(directory)).release();
    expect(await readdir(directory)).toHaveLength(1);
  });

  it('is taken over from a killed service by exactly one of many', async () => {
    const directory = await emptyDirectory();
    const first = await otherProcess('claim', directory);
    await kill(first.pid);
    const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claimDataDir(directory)));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over from a killed service whose pid another process has now', async () => {
    const directory = await emptyDirectory();
    const claim = await claimDataDir(directory);
    const [file = ''] = await readdir(directory);
    const held = JSON.parse(await readFile(join(directory, file), 'utf8')) as { pid: number; began: string | null };
    // Where the system does not show when a process began, the pid is all there is to go by.
    if (held.began === null) return claim.release();
    await writeFile(join(directory, file), JSON.stringify({ ...held, began: 'at another time' }));
    await (await claimDataDir(directory)).release();
  });
});
