import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { exportEventFile } from '../../cli/commands/export.ts';
import { create } from '../../cli/commands/keys.ts';
import { newSecret } from '../../services/webhooks/signature.ts';
import type { Client } from '../support/client.ts';
import { Receiver } from '../support/receiver.ts';
import { openStage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme, parts } from './acme.ts';
import { ask, run, written } from './command.ts';

let world: World;
let hall: Receiver;
let owner: Client;
const secret = newSecret();
beforeAll(async () => {
  hall = await Receiver.listen();
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
  process.env['WEBHOOKS_INSECURE'] = 'on';
  process.env['HALL_SECRET'] = secret;
  process.env['DATABASE_URL'] = world.databaseUrl;
  await ask(apply, { file: written(acme()) });
  const { stdout } = await run(create, { user: 'olga@acme.test', org: 'acme', label: 'trial' });
  owner = world.stranger({ 'X-Api-Key': stdout.trim() });
});
afterAll(async () => {
  delete process.env['WEBHOOKS_INSECURE'];
  delete process.env['HALL_SECRET'];
  await world.close();
  hall.close();
});

const own = '"${env:HALL_SECRET}"';
const line = (more = '', kept = own) => `
  - { key: hall, url: ${hall.url}/sesame, types: [team.changed], secret: ${kept}${more} }`;
const file = (lines: string, others: Parameters<typeof acme>[0] = {}) =>
  written(
    `${acme({ ...others, keys: `${parts.keys}\n  - { label: trial, user: olga@acme.test }` })}webhooks: ${lines}\n`,
  );
const applied = async (lines: string, options = {}) => (await ask(apply, { file: file(lines), ...options })).answer;
const listed = async () =>
  (await owner.get('/organizations/acme/webhooks')).body.data.webhooks as Record<string, any>[];
const audited = () =>
  world.rows<{
    fact: string;
    after: object;
    before: object;
  }>`select fact, after, before from webhooks.audit order by id`;
/** The deliveries about the team since it got this problem. */
async function came(problem: string) {
  const all = await eventually(
    () => Promise.resolve(hall.received),
    (received) => received.some(({ body }) => body.includes(problem)),
  );
  hall.received.splice(0, all.length, ...all.filter(({ body }) => body.includes(problem)));
}

describe('A webhook of an event file', () => {
  it('is there with its commit, as one that was made over HTTP', async () => {
    const { changes, webhooks } = await applied(line(', description: The screen'));
    expect(changes).toMatchObject({ created: 1, changed: 0 });
    expect(await listed()).toEqual([
      {
        id: webhooks.hall,
        url: `${hall.url}/sesame`,
        types: ['team.changed'],
        super_event_id: null,
        description: 'The screen',
        status: 'active',
        failing_since: null,
        former_secret_until: null,
        created_at: expect.any(String),
      },
    ]);
  });

  it('is told what happens, signed with the secret of the file', async () => {
    await ask(apply, { file: file(line(), { teams: parts.teams.replace('Space', 'Time') }) });
    await came('Time');
    expect(hall.verified(secret)).toMatchObject([{ type: 'team.changed', data: { data: { problem: 'Time' } } }]);
  });

  it('is unchanged the second time, whatever its types are repeated', async () => {
    expect((await applied(line())).changes).toMatchObject({ created: 0 });
    const again = await applied(line().replace('[team.changed]', '[team.changed, team.changed]'));
    expect(again.changes).toMatchObject({ created: 0, changed: 0 });
  });

  it('keeps its secret sealed and out of every plan, audit and answer', async () => {
    const changed = line().replace(own, newSecret()).replace('sesame', 'thyme');
    const shown = await run(plan, { file: file(changed) });
    expect(shown.stdout).toContain('~ change webhook hall (host: 127.0.0.1');
    expect(shown.stdout).toContain('secret: *** -> ***');
    expect(`${shown.stdout}${shown.stderr}`).not.toMatch(/whsec_|sesame|thyme/);
    expect(JSON.stringify(await audited())).not.toMatch(/whsec_|sesame|secret"/);
    const [row] = await world.rows<{ text: string }>`
      select encode(secret, 'escape') || encode(secret_hash, 'escape') as text from webhooks.webhook`;
    expect(row?.text).not.toContain(secret.slice(6, 20));
  });

  it('is told of as a fact, by its host', async () => {
    expect(await audited()).toMatchObject([
      { fact: 'webhook.created', after: { host: new URL(hall.url).host, types: ['team.changed'], status: 'active' } },
    ]);
  });

  it('signs with both secrets for a day where the file has another', async () => {
    const next = newSecret();
    expect((await applied(line('', next))).changes).toMatchObject({ changed: 1 });
    expect(await listed()).toMatchObject([{ former_secret_until: expect.any(String) }]);
    await ask(apply, { file: file(line('', next), { teams: parts.teams.replace('Space', 'Light') }) });
    await came('Light');
    expect(hall.verified(next)).toMatchObject([{ type: 'team.changed' }]);
    expect(hall.verified(secret)).toMatchObject([{ type: 'team.changed' }]);
    expect((await audited()).at(-1)).toMatchObject({ fact: 'webhook.secret_rotated', after: {} });
    expect((await applied(line())).changes).toMatchObject({ changed: 2 });
  });

  it('is changed where the file says so, and stays as people set it where it says nothing', async () => {
    const [{ id } = {}] = await listed();
    await owner.patch(`/webhooks/${id}`, { description: 'Moved upstairs', status: 'disabled' });
    await applied(line(', super_event: spring-hack').replace('[team.changed]', '[team.changed, team.created]'));
    const [hack] = await world.rows<{ id: string }>`select id from events.super_event where slug = 'spring-hack'`;
    expect(await listed()).toMatchObject([
      {
        ...{ id, description: 'Moved upstairs', status: 'disabled', super_event_id: hack?.id },
        types: ['team.changed', 'team.created'],
      },
    ]);
    expect((await audited()).at(-1)).toMatchObject({
      fact: 'webhook.changed',
      before: { types: ['team.changed'], super_event_id: null },
      after: { types: ['team.changed', 'team.created'], super_event_id: hack?.id },
    });
    await applied(line(', super_event: null'));
    expect(await listed()).toMatchObject([{ super_event_id: null }]);
  });
});

describe('Webhooks that the file does not name', () => {
  const made = { url: 'https://example.org/sesame', types: ['checkin.recorded'] };
  it('stay without --prune, and go with it', async () => {
    const { body } = await owner.post('/organizations/acme/webhooks', made);
    await applied(line());
    expect(await listed()).toHaveLength(2);
    const { changes } = await applied(line(), { prune: true });
    expect(changes).toMatchObject({ removed: 1 });
    expect(await listed()).toMatchObject([{ url: `${hall.url}/sesame` }]);
    expect((await audited()).at(-1)).toMatchObject({ fact: 'webhook.deleted', before: { host: 'example.org' } });
    expect((await owner.get(`/webhooks/${body.data.webhook.id}`)).status).toBe(404);
  });

  it('stay with it where they are about a hackathon of another file', async () => {
    const [{ id } = { id: '' }] = await world.rows<{ id: string }>`
      select organization_id as id from events.super_event where slug = 'spring-hack'`;
    const hack = await world.superEvent({ id });
    await owner.post('/organizations/acme/webhooks', { ...made, super_event_id: hack.id });
    await applied(line(), { prune: true });
    expect(await listed()).toHaveLength(2);
    const { stderr } = await run(exportEventFile, { superEvent: 'spring-hack', org: 'acme' });
    expect(stderr).toContain('webhooks of other hackathons');
  });

  it('count: there are fifty at most', async () => {
    const more = Array.from({ length: 49 }, (_, n) => line().replace('hall', `hall-${n}`)).join('');
    const { code, stderr } = await run(apply, { file: file(line() + more) });
    expect(code).toBe(1);
    expect(stderr).toContain('The organization would have more than 50 webhooks');
    expect(await listed()).toHaveLength(2);
  });
});

describe('An exported file', () => {
  const exported = () => run(exportEventFile, { superEvent: 'spring-hack', org: 'acme' });

  it('says where secrets come from, and changes nothing where they are the same', async () => {
    const { body } = await owner.post('/organizations/acme/webhooks', {
      ...{ url: 'https://example.org/sesame', types: ['*'], description: '${env:HOME}' },
    });
    const { webhook, secret: minted } = body.data as { webhook: { id: string }; secret: string };
    const { stdout, stderr } = await exported();
    const name = `WEBHOOK_${webhook.id.toUpperCase().replaceAll('-', '_')}_SECRET`;
    expect(stdout).toContain(`key: hall, url: ${hall.url}/sesame,`);
    expect(stdout).toContain('secret: "${env:WEBHOOK_HALL_SECRET}"');
    expect(stdout).toContain(`# - ${name}`);
    expect(`${stdout}${stderr}`).not.toContain('whsec_');
    expect(stderr).not.toContain('corrected');
    const secrets = { WEBHOOK_HALL_SECRET: secret, [name]: minted };
    Object.assign(process.env, secrets);
    expect((await ask(plan, { file: written(stdout) })).answer).toMatchObject({ actions: [] });
    for (const variable of Object.keys(secrets)) delete process.env[variable];
  });

  it('names another secret for each webhook, however alike their keys are', async () => {
    const alike = ['hall-a', 'hall.a', 'hall_a'].map((key) => line().replace('key: hall', `key: ${key}`));
    await applied(line() + alike.join(''));
    const { stdout } = await exported();
    const named = [...stdout.matchAll(/secret: "\$\{env:(WEBHOOK_HALL_\w*)\}"/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(['', '_A', '_A_2', '_A_3'].map((which) => `WEBHOOK_HALL${which}_SECRET`)));
    await applied(line(), { prune: true });
  });
});

describe('Where the service has never run', () => {
  it('there is no key to seal secrets with', async () => {
    const stage = await openStage();
    process.env['DATABASE_URL'] = stage.databaseUrl;
    const { code, stderr } = await run(apply, { file: file(line()) });
    process.env['DATABASE_URL'] = world.databaseUrl;
    await stage.close();
    expect(code).toBe(1);
    expect(stderr).toContain('Start the service once');
  });
});
