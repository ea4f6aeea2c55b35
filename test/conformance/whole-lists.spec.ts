/** A list that the interface does not page is answered whole, and page by page to who asks for that. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wholeList } from '../../shared/contract/concerns.ts';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import { pageOfWhole } from '../../shared/contract/vocabulary.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import type { Fields, Rule } from '../../shared/contract/schema.ts';
import type { Answer, Client } from '../support/client.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { fill, size, type Lists } from './whole-lists.ts';

const memberOf = ({ endpoint }: Route) => wholeList.of(endpoint)?.member;
const wholes = routes.filter((route) => memberOf(route) !== undefined);

let world: World;
let lists: Lists;
beforeAll(async () => {
  world = await openWorld();
  lists = await fill(world);
  // Of a spec before this one the gateway may remember another list, for a second.
  const shown = async () => (await lists.api.get('/hackathons')).body.data.hackathons as unknown[];
  await eventually(shown, ({ length }) => length === size);
});
afterAll(() => world.close());

/** Path and query of the next page. */
function nextOf({ headers }: Answer): string | undefined {
  const link = headers.get('link');
  if (link === null) return undefined;
  const [, address = ''] = /^<([^<>]+)>; rel="next"$/.exec(link) ?? [];
  const { pathname, search } = new URL(address);
  return pathname + search;
}

const itemsOf = ({ body }: Answer, route: Route) => body.data[memberOf(route) ?? ''] as unknown[];

async function pagesFrom(api: Client, path: string): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | undefined = path; next !== undefined; next = nextOf(pages.at(-1) as Answer)) {
    pages.push(await api.get(next));
  }
  return pages;
}

describe.each(wholes)('$method $path', (route) => {
  const path = () => lists.at(route.path);
  const get = (at: string) => lists.as(route).get(at);

  it('answers all of it, and how many there are', async () => {
    const answer = await get(path());
    expect(answer.status).toBe(200);
    expect(itemsOf(answer, route)).toHaveLength(size);
    expect(answer.body.data.count ?? size).toBe(size);
    expect(nextOf(answer)).toBeUndefined();
  });

  it('answers pages that are the whole together, and links each to the next', async () => {
    const whole = await get(path());
    const pages = await pagesFrom(lists.as(route), `${path()}?limit=2`);
    expect(pages.map((page) => itemsOf(page, route).length)).toEqual([2, 2, 2, 1]);
    expect(pages.flatMap((page) => itemsOf(page, route))).toEqual(itemsOf(whole, route));
    const besides = ({ body: { data } }: Answer) => ({ ...data, [memberOf(route) ?? '']: [] });
    expect(pages.map(besides)).toEqual(pages.map(() => besides(whole)));
  });

  it('answers all that is left where a cursor comes without a limit, and no page after the last', async () => {
    const next = nextOf(await get(`${path()}?limit=5`)) ?? '';
    const rest = await get(next.replace('limit=5&', ''));
    expect(itemsOf(rest, route)).toHaveLength(size - 5);
    expect(rest.body.data.count ?? size).toBe(size);
    expect(nextOf(await get(`${path()}?limit=${size}`))).toBeUndefined();
  });

  it('refuses what is no cursor of its, and pages of no size', async () => {
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const parts = ['', 'x', '1', '1'.repeat(30), '1e999', 'NaN', '\0', '\ud800', 1, null, {}];
    const cursors = ['', 'nonsense', '*', written({}), written([]), written(Array(9).fill('1'))];
    for (const part of parts) for (const count of [1, 2, 3]) cursors.push(written(Array(count).fill(part)));
    for (const cursor of cursors) {
      const answer = await get(`${path()}?cursor=${cursor}`);
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'cursor' }] });
    }
    for (const limit of ['0', '1001', '-1', '1.5', 'all']) {
      const answer = await get(`${path()}?limit=${limit}`);
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'limit' }] });
    }
  });
});

describe('Of every endpoint that only reads', () => {
  /** Lists inside another answer, as long as that answer makes them. */
  const parts = new Set([
    'teams.get members',
    'judging.getTeamResult score_breakdown',
    'judging.getTeamResult explanation',
    // One computation over all teams, whose parts refer to each other.
    'judging.getFairRanking groups',
    'judging.getFairRanking teams',
    'judging.getFairRanking judges',
    'judging.getFairRanking close_calls',
    'identity.me organizations',
    'identity.me roles',
    'check-in.manifest tracks',
    'check-in.manifest points',
    'check-in.manifest roster',
    'check-in.manifest dropped',
    'check-in.board per_point',
    'check-in.board arrivals',
    'check-in.board refused',
    'check-in.board latest',
    // Ten matches, the choices of one question, those who review, and 200 of each at most.
    'events.searchList values',
    'registrations.countAnswers counts',
    'registrations.getReviews reviewers',
    'registrations.listReviews reviews',
    'teams.listTeammates teams',
    'teams.listTeammates people',
    // An outcome for each line of one table: 10,000 at most.
    'registrations.getImport lines',
  ]);
  const listsIn = ({ action, endpoint }: Route) => {
    const { props = {} } = (endpoint.responses[200] ?? {}) as Rule & { props?: Fields };
    // Those of facts go on from a position, for ever; that of a zip is read by the gateway alone.
    if ('pagination' in props || 'has_more' in props || ['stream', 'archive'].includes(answerOf(endpoint))) return [];
    return Object.keys(props)
      .filter((name) => props[name]?.type === 'array' && !parts.has(`${action} ${name}`))
      .map((name) => ({ action, name, whole: wholeList.of(endpoint)?.member, params: endpoint.params }));
  };

  it('the lists are paged as the interface says, or whole', () => {
    const found = routes.filter(({ method }) => method === 'GET').flatMap(listsIn);
    expect(found.filter(({ name, whole }) => name !== whole).map(({ action, name }) => `${action} ${name}`)).toEqual(
      [],
    );
    expect(found).toHaveLength(wholes.length);
    for (const { params } of found) expect(params).toMatchObject(pageOfWhole);
  });
});
