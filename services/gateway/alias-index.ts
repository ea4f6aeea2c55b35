/** Finds the route of a request without trying them all: by method and first segment of the path. */
import { Failure } from '../../shared/broker/failure.ts';
import type { Route } from '../../shared/contract/index.ts';
import { routeOf } from './routes.ts';

/** As moleculer-web makes it of an entry of the alias table. */
export interface Alias {
  readonly method: string;
  /** Without a slash at its beginning. */
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

/** A path that is no percent-encoded text names nothing. */
function read(alias: Alias, url: string) {
  try {
    return alias.match(url);
  } catch {
    throw new Failure('NOT_FOUND');
  }
}
