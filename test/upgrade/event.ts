/** A small event, asked of a release over its command line and HTTP as people would, from the file to the ranking. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { acme } from '../cli/acme.ts';
import type { Program } from '../support/cluster.ts';
import type { Told } from './release.ts';

const opened = 'opens_at: 2020-01-01T00:00, closes_at: 2040-01-01T00:00';
const guests = ['pia@x.test', 'paul@x.test', 'pam@x.test', 'per@x.test', 'pua@x.test'];
const signIn = { email: 'judy@acme.test', password: 'correct horse battery' };
const file = acme({
  cap: '    max_participants: 50',
  points: `
          - { key: main-door, name: Main door, type: attendance, ${opened} }
          - { key: demo-gate, name: Demo gate, type: milestone, ${opened}, milestone_requirements: [{ id: repo, title: Repository }] }`,
  participants: guests
    .map(accepted)
    .join('')
    .concat('\n      - { email: pit@x.test, name: Pit, registrations: [{ track: ai }] }'),
});

function accepted(email: string): string {
  const evaluated = email.startsWith('pia') ? ', evaluation_score: 8.5, evaluation_recommendation: accept' : '';
  return `
      - { email: ${email}, name: ${email}, status: accepted, answers: { diet: vegan },
          registrations: [{ track: ai, status: accepted${evaluated} }] }`;
}

type Data = Record<string, any>;
type Headers = Record<string, string>;

interface Place {
  readonly program: Program;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tokenOf: (email: string) => Promise<string>;
}

/** Holds the event. @returns What its people were told in the end. */
export async function holdEvent({ program, url, env, tokenOf }: Place): Promise<Told> {
  const muster = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, ['cli/muster.ts', ...args], { cwd: program.cwd, env })).stdout.trim();
  await writeFile(join(program.cwd, 'event.yaml'), file);
  await muster('apply', '-f', 'event.yaml', '--yes');
  const keyOf = (email: string) => muster('keys', 'create', '--user', email, '--org', 'acme', '--label', email);
  const api = new Api(url, { owner: await keyOf('olga@acme.test'), participant: await keyOf('pia@x.test') });
  const tokens = await Promise.all(guests.map(tokenOf));

  const { event } = await api.read('/events/ai');
  const arrivals = await letIn(api, event, tokens);
  const team = await judge(api, event, arrivals);
  await pairKiosk(api, arrivals.door.id);
  const answers = await api.readAll(pathsOf({ ...arrivals, ...team, event }));
  const scan = { point: arrivals.door.id, token: tokens[0] ?? '', nonce: 'n-0', at: arrivals.at };
  return { keys: api.keys, signIn, answers, scan, awaited: tokens.at(-1) ?? '' };
}

class Api {
  readonly #url: string;
  readonly keys: Record<string, string>;

  constructor(url: string, keys: Record<string, string>) {
    this.#url = url;
    this.keys = keys;
  }

  async send(path: string, body: unknown = {}, headers: Headers = this.as('owner')): Promise<Data> {
    const json = { 'Content-Type': 'application/json', ...headers };
    const answer = await fetch(this.#url + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: Data }).data;
  }

  async read(path: string, key = 'owner'): Promise<Data> {
    const answer = await fetch(this.#url + path, { headers: this.as(key) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return ((await answer.json()) as { data: Data }).data;
  }

  /** Leaves out endpoints that a release does not have yet. */
  async readAll(paths: readonly (readonly [key: string, path: string])[]): Promise<Told['answers']> {
    const answers: Told['answers'][number][] = [];
    for (const [key, path] of paths) {
      const data = await this.read(path, key).catch(() => undefined);
      if (data !== undefined) answers.push({ path, key, data: lasting(data) });
    }
    return answers;
  }

  as = (key: string): Headers => ({ 'X-Api-Key': this.keys[key] ?? '' });
}

/** Some come, one of them twice, and somebody nobody knows. */
async function letIn(api: Api, event: Data, tokens: readonly string[]) {
  const { checkin_points } = await api.read(`/events/${event.id}/checkin-points`);
  const [door, gate] = ['Main door', 'Demo gate'].map((name) =>
    checkin_points.find((point: Data) => point.name === name),
  );
  const scan = (place: number) =>
    api.send(`/checkin-points/${door.id}/scan`, { token: tokens[place], nonce: `n-${place}` });
  const { checked_in_at: at } = await scan(0);
  for (const place of [1, 2, 0]) await scan(place);
  await api.send(`/checkin-points/${door.id}/scan`, { token: 'nobody' }).catch(() => undefined);
  return { door, gate, at: at as string, token: tokens[0] };
}

/** A team hands in, passes the gate, and is judged and ranked. */
async function judge(api: Api, event: Data, { gate, token }: { gate: Data; token: string | undefined }) {
  const { teams } = await api.read(`/events/${event.id}/teams`);
  const [team] = teams;
  const links = ['https://example.org/map'];
  await api.send('/submissions', { team_id: team.id, title: 'A map', links }, api.as('participant'));
  await api.send(`/checkin-points/${gate.id}/scan`, { token, nonce: 'gate' });
  const session = await api.send('/auth/signin', signIn);
  const judging = { Authorization: `Bearer ${session.access_token}` };
  const { criteria } = await api.read(`/events/${event.id}/criteria`);
  const given = { judge_user_id: session.user.id, team_id: team.id };
  const { assignment } = await api.send(`/events/${event.id}/assignments`, given);
  const scores = criteria.map(({ id }: Data, place: number) => ({ criterion_id: id, value: 7.5 + place }));
  await api.send(`/assignments/${assignment.id}/scores`, { scores }, judging);
  await api.send(`/assignments/${assignment.id}/submit`, {}, judging);
  await api.send(`/events/${event.id}/calculate-results`);
  return { team, assignment };
}

/** A kiosk, where the release knows them: its key has to outlive the upgrade. */
async function pairKiosk(api: Api, point: string): Promise<void> {
  const { super_event } = await api.read('/super-events/spring-hack');
  const wanted = { super_event_id: super_event.id, kind: 'kiosk', name: 'Left door', checkin_point_ids: [point] };
  const made = await api.send('/organizations/acme/devices', wanted).catch(() => undefined);
  if (made) api.keys['kiosk'] = (await api.send('/devices/pair', { code: made['pairing'].code }, {}))['key'];
}

const below = (root: string, ...parts: string[]) => parts.map((part) => ['owner', `${root}${part}`] as const);

/** Not the facts: they are shown for some days only, and what is asked here is asked for years. */
const pathsOf = ({ event, team, assignment, door }: Data) => [
  ...below('/organizations/acme', '', '/members', '/audit', '/keys', '/devices', '/super-events', '/events'),
  ...below('/super-events/spring-hack', '', '/registrations', '/registration-fields', '/teams', '/checkin-points'),
  ...below('/super-events/spring-hack/team-management', '/counts', '/builders', '/teams', `/teams/${team.id}/members`),
  ...below(`/events/${event.id}`, '', '/registrations', '/roles', '/teams', '/submissions', '/checkin-points'),
  ...below(
    `/events/${event.id}`,
    '/criteria',
    '/judges',
    '/assignments',
    '/judge-progress',
    '/results',
    '/setup-status',
  ),
  ...below('', `/teams/${team.id}`, `/checkin-points/${door.id}/checkins`, `/assignments/${assignment.id}/scores`),
  ...['/auth/user', '/me/registrations'].map((path) => ['participant', path] as const),
  ['kiosk', '/device/manifest'] as const,
];

/** Fields that differ by time or by server. */
const passing = ['position', 'next', 'last_used_at', 'last_seen_at'];
/** Data without what passes. */
export const lasting = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (name, value: unknown) => (passing.includes(name) ? undefined : value)));
