/** The alias table, from the contracts; and what to say of a path that no alias serves. */
import { routes, type Route } from '../../shared/contract/index.ts';
import { listedRoots } from '../../shared/contract/gateway.ts';

const byAlias = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** `{ 'POST /checkin-points/:pointId/scan': 'check-in.scan', … }`, for moleculer-web. */
export const aliases = Object.fromEntries([...byAlias].map(([alias, { action }]) => [alias, action]));

export const routeOf = (method: string, path: string): Route | undefined => byAlias.get(`${method} ${path}`);

const patternOf = (path: string) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`);
const patterns = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
/** The shape of what is below it is given, and nothing is listed at the root itself. */
const shaped: string = listedRoots.organizations;
const roots = Object.values(listedRoots)
  .filter((path) => path !== shaped)
  .map(patternOf);

/** The methods a path takes, for `Allow`; none where nothing is served. */
export function methodsOf(url: string): string[] {
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method as string));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods];
}

/** Roots the interface lists without giving their shape. */
export const isListed = (url: string) => roots.some((pattern) => pattern.test(url));
