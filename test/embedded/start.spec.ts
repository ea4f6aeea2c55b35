import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openEmbedded } from '../../shared/database/embedded.ts';
import { afterwards, closedDatabase, postmasterPid, sql } from './processes.ts';

/** A port of the loopback that somebody else listens on. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['services/main.ts'], {
    env: { ...process.env, NATS_URL: '', DATABASE_URL: '', LOG_LEVEL: 'error', PORT: '0', ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  afterwards(() => Promise.resolve(child.kill('SIGKILL')));
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code: code as number };
}

describe.each(['PORT', 'ADMIN_PORT'])('A %s in use', (variable) => {
  it('ends the start with what to do, and the embedded database with it', async () => {
    const [directory, port] = [await closedDatabase(), await takenPort()];
    const { said, code } = await start({ DATA_DIR: directory, [variable]: String(port) });
    expect(said).toBe(
      `Port ${port} of 127.0.0.1 is in use. Stop what listens there, or set ${variable} to another port; ` +
        `${variable}=0 takes a free one.\n`,
    );
    expect(code).toBe(1);
    expect(postmasterPid(directory)).toBeUndefined();
  });
});

describe('The admin port', () => {
  it('has an address of its own', async () => {
    const { said } = await start({ DATA_DIR: await closedDatabase(), ADMIN_HOST: '203.0.113.1' });
    expect(said).toBe(
      'Port 0 of 203.0.113.1 cannot be opened: this machine has no such address. Correct ADMIN_HOST.\n',
    );
  });
});

describe('A database that cannot be brought to this release', () => {
  it('ends the start with the reason, and the database with it', async () => {
    const directory = await closedDatabase();
    const postgres = await openEmbedded(directory, { durable: false });
    await sql(postgres.url, 'create schema identity; create table identity.person ()');
    await postgres.close();
    const { said, code } = await start({ DATA_DIR: directory });
    expect(said).toContain('relation "person" already exists');
    expect(code).toBe(1);
    expect(postmasterPid(directory)).toBeUndefined();
  });
});
