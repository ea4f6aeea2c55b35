import { describe, expect, it } from '@jest/globals';
import { DataDirInUse, openEmbedded } from '../../shared/database/embedded.ts';
import { afterwards, closedDatabase, kill, otherProcess, postmasterPid, sql } from './processes.ts';

const own = (directory: string) => openEmbedded(directory, { durable: false, owner: true });

describe('A data directory that a service owns', () => {
  it('is refused to a second service, with the pid that owns it and what to do', async () => {
    const directory = await closedDatabase();
    const first = await otherProcess('own', directory);
    const refusal = own(directory);
    await expect(refusal).rejects.toBeInstanceOf(DataDirInUse);
    await expect(refusal).rejects.toMatchObject({ pid: first.pid });
    await expect(refusal).rejects.toThrow(`pid ${first.pid}. Stop that process first, or give this one`);
    expect(await sql(first.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is free again once closed', async () => {
    const directory = await closedDatabase();
    const owner = await own(directory);
    await expect(own(directory)).rejects.toThrow(`pid ${process.pid}`);
    await owner.close();
    await (await own(directory)).close();
    expect(postmasterPid(directory)).toBeUndefined();
  });

  it('is taken over from a killed service by exactly one of many', async () => {
    const directory = await closedDatabase();
    const first = await otherProcess('own', directory);
    await kill(first.pid);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => own(directory)));
    const owners = all.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    for (const owner of owners) afterwards(() => owner.close());
    expect(owners).toHaveLength(1);
  });
});

describe('A data directory that a command uses', () => {
  it('is owned by a service that starts meanwhile, and stays with it', async () => {
    const directory = await closedDatabase();
    const command = await otherProcess('open', directory);
    const service = await own(directory);
    afterwards(() => service.close());
    expect(service).toMatchObject({ started: false, url: command.url });
    await command.close();
    expect(await sql(service.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await service.close();
    expect(postmasterPid(directory)).toBeUndefined();
  });
});
