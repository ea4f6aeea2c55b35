import { describe, expect, it } from '@jest/globals';
import { routes, type Route } from '../../shared/contract/index.ts';
import type { Fields, Rule } from '../../shared/contract/schema.ts';
import { specification, type Row } from './specification.ts';

const aliasOf = (method: string, path: string) => `${method} ${path}`;
const served = new Map(routes.map((route) => [aliasOf(route.method, route.path), route]));
const listed = new Set(specification.map(([method, path]) => aliasOf(method, path)));

/** The names of an answer's members, over all its forms. */
const membersOf = ({ props, rules = [] }: Rule & { props?: Fields; rules?: Rule[] }): string[] => [
  ...Object.keys(props ?? {}),
  ...rules.flatMap(membersOf),
];
const answeredBy = ({ endpoint }: Route) => new Set(Object.values(endpoint.responses).flatMap(membersOf));

describe('The specification', () => {
  it('lists each endpoint once', () => {
    expect(listed.size).toBe(specification.length);
  });

  it.each(specification)('has %s %s served by a contract', (method, path) => {
    expect(served.has(aliasOf(method, path))).toBe(true);
  });
});

describe('The answer of a contract', () => {
  it.each(specification)('to %s %s has the members the specification gives it', (...[method, path, members]: Row) => {
    const alias = aliasOf(method, path);
    const answered = answeredBy(served.get(alias) as Route);
    expect([...answered].sort()).toEqual([...members].sort());
  });
});

describe('An addition of a contract', () => {
  const added = routes.filter(({ method, path }) => !listed.has(aliasOf(method, path)));

  it.each(added)('is marked as an addition: $method $path', ({ endpoint }) => {
    expect(endpoint.addition).toBe(true);
  });

  it('is never marked so where the specification has it', () => {
    const wrongly = routes.filter(
      ({ method, path, endpoint }) => endpoint.addition && listed.has(aliasOf(method, path)),
    );
    expect(wrongly.map(({ action }) => action)).toEqual([]);
  });
});
