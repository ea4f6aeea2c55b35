import { describe, expect, it } from '@jest/globals';
import { eventFileFields } from '../../cli/event-file/schema.ts';
import { environment } from '../../shared/broker/environment.ts';
import type { Contract } from '../../shared/contract/endpoint.ts';
import { contracts } from '../../shared/contract/index.ts';

/** The validator takes a rule that it meets again within one schema for a cycle, and leaves out its own check. */
function checkedTwice(schema: unknown): string[] {
  const met = new Map<object, string>();
  const twice: string[] = [];
  const walk = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null || node instanceof RegExp) return;
    const earlier = met.get(node);
    if (earlier !== undefined) {
      if (hasOwnCheck(node)) twice.push(`${path} is the same rule as ${earlier}`);
      return;
    }
    met.set(node, path);
    for (const [name, inner] of Object.entries(node)) walk(inner, `${path}.${name}`);
  };
  walk(schema, '');
  return twice;
}

const hasOwnCheck = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  ('custom' in node || Object.values(node).some((inner) => hasOwnCheck(inner)));

describe('A rule with a check of its own', () => {
  const endpoints = Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
    Object.entries(contract).map(([name, endpoint]) => [`${service}.${name}`, endpoint] as const),
  );

  it.each(endpoints)('stands once in what %s takes', (_action, { params }) => {
    expect(checkedTwice(params)).toEqual([]);
  });

  it.each(endpoints)('stands once in each answer of %s', (_action, { responses }) => {
    expect(Object.values(responses ?? {}).flatMap(checkedTwice)).toEqual([]);
  });

  it('stands once in the event file', () => {
    expect(checkedTwice(eventFileFields)).toEqual([]);
  });

  it('stands once in the environment', () => {
    expect(checkedTwice(environment)).toEqual([]);
  });

  it('would be found where it stands twice', () => {
    const rule = { type: 'string', custom: () => true };
    expect(checkedTwice({ a: rule, b: { type: 'array', items: rule } })).toEqual(['.b.items is the same rule as .a']);
  });
});
