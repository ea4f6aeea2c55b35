import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { growth, isTold } from '../../bench/process.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { asksFor, handedIn, pdf } from '../support/files.ts';
import type { SuperEvent } from '../support/fixtures.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';
import { unzipped } from '../support/zip.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const [files, fileBytes] = [60, 2_000_000] as const;

overNats('A zip of files over NATS', () => {
  let stage: Stage;
  let cluster: Cluster;
  let gateway: Process;
  let replicas: Process[];
  let directory: string;
  let hack: SuperEvent;
  let url: string;
  let headers: Record<string, string>;
  let keyOfAdmin: () => Promise<Record<string, string>>;
  beforeAll(async () => {
    stage = await openStage();
    directory = await mkdtemp(join(tmpdir(), 'muster-files-'));
    cluster = await Cluster.open(stage.databaseUrl);
    const registrations = () => cluster.start('registrations', { FILES_URL: directory });
    [gateway, ...replicas] = await Promise.all([
      cluster.start('gateway', { NODE_OPTIONS: '--max-semi-space-size=8' }),
      registrations(),
      registrations(),
      cluster.start('identity,organizations,events,teams'),
    ]);
    const acme = await stage.organization();
    hack = await stage.superEvent(acme);
    const field = await asksFor(stage, hack);
    for (let n = 0; n < files; n++) {
      const parent = await stage.applied(await stage.person(), hack);
      await handedIn(stage, directory, { parent: parent.id, field, bytes: pdf(fileBytes), name: `${n}.pdf` });
    }
    keyOfAdmin = async () => ({ 'X-Api-Key': await stage.keyOf(await stage.member(acme, 'ADMIN'), acme) });
    headers = await keyOfAdmin();
    url = `http://127.0.0.1:${gateway.port}/super-events/${hack.slug}/files.zip`;
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('is sent to two of an organization at once; of twenty the others are told to come again, and other requests go on', async () => {
    const admins: Record<string, string>[] = [];
    for (let n = 0; n < 20; n++) admins.push(await keyOfAdmin());
    const gone = new AbortController();
    const [grown = NaN] = await growth([gateway], async () => {
      // Nobody reads, so that who has begun goes on until the others have waited long enough.
      const begun: Response[] = [];
      const asking = admins.map(async (each) => {
        const answer = await fetch(url, { headers: each, signal: gone.signal });
        begun.push(answer);
        return answer;
      });
      await eventually(
        () => Promise.resolve(begun.length),
        (count) => count >= 2,
      );
      expect((await fetch(url.replace('/files.zip', ''), { headers })).status).toBe(200);
      const answers = await Promise.all(asking);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      // Beyond the share, or without one of the four places of all in time.
      const refused = answers.filter(({ status }) => [429, 503].includes(status));
      expect(refused).toHaveLength(18);
      for (const { headers: said } of refused) expect(Number(said.get('retry-after'))).toBeGreaterThan(0);
    });
    if (isTold) expect(grown).toBeLessThan(96);
    gone.abort();
  });

  it('arrives whole though a process that reads files is killed, and the gateway holds few of them', async () => {
    const chunks: Buffer[] = [];
    const half = (files * fileBytes) / 2;
    const [grown = NaN] = await growth([gateway], async () => {
      const answer = await fetch(url, { headers });
      expect(answer.status).toBe(200);
      let come = 0;
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        chunks.push(Buffer.from(chunk));
        if (come < half && come + chunk.length >= half) replicas[0]?.signal('SIGKILL');
        come += chunk.length;
      }
    });
    const content = unzipped(Buffer.concat(chunks));
    expect(content.size).toBe(files + 1);
    expect([...content.values()].filter((file) => file.length === fileBytes)).toHaveLength(files);
    if (isTold) expect(grown).toBeLessThan(64);
  });
});
