/** Finds the route of a request by its method and first path segment instead of trying all routes. */
import type { Route } from '../../shared/contract/index.ts';
import { routeOf } from './routes.ts';

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
export interface AliasIndex {
  find(method: string, url: string): Found | undefined;
}

const keyOf = (method: string, path: string) => {
  const start = path.startsWith('/') ? 1 : 0;
  const end = path.indexOf('/', start);
  return `${method} ${end < 0 ? path.slice(start) : path.slice(start, end)}`;
};

/** Builds the index of these aliases. */
export function aliasIndex(aliases: readonly Alias[]): AliasIndex {
  const entries = aliases.map((alias) => ({ alias, route: routeOf(alias.method, `/${alias.path}`) }));
  const shelves = Map.groupBy(entries, ({ alias: { method, path } }) => keyOf(method, path));
  return {
    find(method, url) {
      for (const { alias, route } of shelves.get(keyOf(method, url)) ?? []) {
        const path = route && read(alias, url);
        if (path) return { route, path };
      }
      return undefined;
    },
  };
}

/**
 * Returns the path parameters. A value that is not valid percent-encoding is kept as sent: it names nothing, which
 * the endpoint reports.
 */
function read(alias: Alias, url: string) {
  try {
    return alias.match(url);
  } catch {
    return alias.match(url.replaceAll('%', '%25'));
  }
}
