/** The alias table made from the contracts, and the answers for paths without a route. */
import { routes, type Route } from '../../shared/contract/index.ts';
import { listedRoots } from '../../shared/contract/gateway.ts';

const byAlias = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** Maps `POST /checkin-points/:pointId/scan` to `check-in.scan`, for moleculer-web. */
export const aliases = Object.fromEntries([...byAlias].map(([alias, { action }]) => [alias, action]));

/** Returns the route of a method and a path as the contract spells it. */
export const routeOf = (method: string, path: string): Route | undefined => byAlias.get(`${method} ${path}`);

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`);
const patterns = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
/** This root has endpoints below it but lists nothing itself. */
const shaped: string = listedRoots.organizations;
const roots = Object.values(listedRoots)
  .filter((path) => path !== shaped)
  .map(patternOf);

/** Returns the methods that a path takes, for `Allow`; empty for an unknown path. */
export function methodsOf(url: string): string[] {
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method as string));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods];
}

/** Tells whether a path is a root that the interface lists without giving its shape. */
export const isListed = (url: string) => roots.some((pattern) => pattern.test(url));
