/** Finds the alias of a request without trying them all: by method and first segment of the path. */
import { Failure } from '../../shared/broker/failure.ts';

interface Alias {
  readonly method: string;
  readonly path: string;
  match(url: string): Record<string, string> | false;
}
export type Found<A> = { readonly alias: A; readonly params: Record<string, string> };
export type AliasIndex = ReturnType<typeof aliasIndex>;

const keyOf = (method: string, path: string) => `${method} ${path.split('/').find(Boolean) ?? ''}`;

export function aliasIndex<A extends Alias>(aliases: readonly A[]) {
  const shelves = Map.groupBy(aliases, ({ method, path }) => keyOf(method, path));
  return {
    find(method: string, url: string): Found<A> | false {
      for (const alias of shelves.get(keyOf(method, url)) ?? []) {
        const params = read(alias, url);
        if (params) return { alias, params };
      }
      return false;
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
