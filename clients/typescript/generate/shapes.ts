/** Assigns the named shapes of the contracts to modules: that of the one service that uses them, or a shared one. */
import { answerOf } from '../../../shared/contract/standard-concerns.ts';
import { errors, extrasOf, type ErrorCode } from '../../../shared/contract/errors.ts';
import { facts } from '../../../shared/contract/facts.ts';
import { routes, type Route } from '../../../shared/contract/index.ts';
import { pages } from '../../../shared/contract/pages.ts';
import type { Rule } from '../../../shared/contract/schema.ts';
import { namedShapes } from './types.ts';

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Pages and their parts are opened in browsers; no program calls them. */
const ofPages = new Set<unknown>(Object.values(pages));
/** The routes by what the client calls their services. */
export const byService = Map.groupBy(
  routes.filter(({ endpoint }) => !ofPages.has(endpoint)),
  ({ action }) => camelCase(action.split('.')[0] ?? ''),
);

/** The data that a route answers; other routes answer files and streams. */
export const responsesOf = ({ endpoint }: Route): Rule[] =>
  answerOf(endpoint) === 'data' ? Object.values(endpoint.responses) : [];
const rulesOf = (route: Route): Rule[] => [...responsesOf(route), ...Object.values(route.endpoint.params)];

const told = [
  ...Object.values(facts).flatMap(({ data }) => Object.values<Rule>(data)),
  ...(Object.keys(errors) as ErrorCode[]).flatMap((code) => Object.values(extrasOf(code))),
];
const users = [
  ...[...byService].map(([service, own]) => [service, namedShapes(own.flatMap(rulesOf))] as const),
  ['told', namedShapes(told)] as const,
];

/** The types of all shapes by their names, by the modules where they are. That of facts has a module of its own. */
export const shapes = new Map<string, Map<string, string>>();
for (const [user, used] of users) {
  for (const [name, type] of used) {
    const isItsAlone = user !== 'told' && users.every(([other, theirs]) => other === user || !theirs.has(name));
    const home = isItsAlone ? user : 'shared';
    if (name !== 'Fact') shapes.set(home, (shapes.get(home) ?? new Map<string, string>()).set(name, type));
  }
}
