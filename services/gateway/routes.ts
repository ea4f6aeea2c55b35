/** The alias table from the contracts, the look-up of routes, and the answers for paths without one. */
import { routes, type Route } from '../../shared/contract/index.ts';
import { listedRoots } from '../../shared/contract/gateway.ts';

const byAlias = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** Maps `POST /checkin-points/:pointId/scan` to `check-in.scan`, for moleculer-web. */
export const aliases = Object.fromEntries([...byAlias].map(([alias, { action }]) => [alias, action]));

/** An alias as moleculer-web builds it from the alias table. */
export interface Alias {
  readonly method: string;
  /** Without a slash at the start. */
  readonly path: string;
  match(url: string): Record<string, string> | false;
}
export interface Found {
  readonly route: Route;
  readonly path: Record<string, string>;
}
export type FindRoute = (method: string, url: string) => Found | undefined;

const indexKey = (method: string, path: string) => {
  const start = path.startsWith('/') ? 1 : 0;
  const end = path.indexOf('/', start);
  return `${method} ${end < 0 ? path.slice(start) : path.slice(start, end)}`;
};

/** Indexes aliases by method and first path segment, so that a request does not try all of them. */
export function indexOf(aliases: readonly Alias[]): FindRoute {
  const entries = aliases.map((alias) => ({ alias, route: byAlias.get(`${alias.method} /${alias.path}`) }));
  const index = Map.groupBy(entries, ({ alias: { method, path } }) => indexKey(method, path));
  return (method, url) => {
    for (const { alias, route } of index.get(indexKey(method, url)) ?? []) {
      const path = route && paramsIn(alias, url);
      if (path) return { route, path };
    }
    return undefined;
  };
}

/**
 * Returns the path parameters. A value that is not valid percent-encoding is kept as sent: it names nothing, which
 * the endpoint reports.
 */
function paramsIn(alias: Alias, url: string) {
  try {
    return alias.match(url);
  } catch {
    return alias.match(url.replaceAll('%', '%25'));
  }
}

/** Returns what tells whether a path has the segments of this one, where a parameter stands for any that is not empty. */
function shapeOf(path: string): (segments: readonly string[]) => boolean {
  const shape = path.split('/');
  const fits = (segment: string, index: number) =>
    shape[index]?.startsWith(':') ? segment !== '' : segment === shape[index];
  return (segments) => segments.length === shape.length && segments.every(fits);
}
const shapes = routes.map(({ method, path }) => ({ method, isShapeOf: shapeOf(path) }));
/** This root has endpoints below it but lists nothing itself. */
const shaped: string = listedRoots.organizations;
const roots = Object.values(listedRoots)
  .filter((path) => path !== shaped)
  .map(shapeOf);

/** Returns the methods that a path takes, for `Allow`; empty for an unknown path. */
export function methodsOf(url: string): string[] {
  const segments = url.split('/');
  const methods = new Set(shapes.filter(({ isShapeOf }) => isShapeOf(segments)).map(({ method }) => method as string));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods];
}

/** Tells whether a path is a root that the interface lists without giving its shape. */
export const isListed = (url: string) => roots.some((isShapeOf) => isShapeOf(url.split('/')));
