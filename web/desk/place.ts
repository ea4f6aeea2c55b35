/**
 * The position on the desk, in the address, so that the back button and reloading keep it:
 * `#/spring-hack/people/<id>?status=pending`.
 */
import { signal } from '@preact/signals';
import { decoded } from '../shared/address.ts';

/** The views in the order of their tabs; `desk.tsx` says what each shows. */
export const views = ['people', 'reviews', 'doors', 'teams', 'judging', 'tables', 'emails', 'setup'] as const;
export type View = (typeof views)[number];

export interface Place {
  /** Slug or id of the hackathon; empty where none is chosen. */
  readonly hackathon: string;
  readonly view: View;
  /** The part of the view: a step of judging, or the id of a person; empty for the view as such. */
  readonly part?: string | undefined;
  /** The id of the track that a step of judging is about; empty for the first. */
  readonly of?: string | undefined;
  /** The filters of the view that were chosen, by their names. */
  readonly filter?: Readonly<Record<string, string>>;
}

/** In the place of a hackathon: one that is to be made. No slug has this form. */
export const unmade = '+';

function read(): Place {
  const [path = '', filter = ''] = location.hash.split('?');
  const [, hackathon = '', view, part, of] = path.split('/').map(decoded);
  return {
    ...{ hackathon, part, of },
    view: views.find((each) => each === view) ?? 'people',
    filter: Object.fromEntries(new URLSearchParams(filter)),
  };
}

export const place = signal(read());
/** Where somebody came from; undefined where they came from elsewhere. */
let former: Place | undefined;
addEventListener('hashchange', () => {
  former = place.peek();
  place.value = read();
});

/**
 * Changes the address without a step to go back.
 * @param change Gets the address of now: the browser tells of a link that was followed a moment later.
 */
function replace(change: (present: Place) => Place): void {
  history.replaceState(null, '', hashOf(change(read())));
  place.value = read();
}

/** Names the hackathon in the address. */
export const rename = (hackathon: string): void => replace((present) => ({ ...present, hackathon }));

/** Closes what of the view is open: goes back where that leads to the view, so that going back does not open it again. */
export function closePart(): void {
  const { hackathon, view, filter } = place.peek();
  const closed = { hackathon, view, ...(filter && { filter }) };
  if (former && hashOf(former) === hashOf(closed)) return history.back();
  replace(() => closed);
}

type Values<T> = { readonly [Name in keyof T]?: readonly T[Name][] };
/**
 * The filters of the open view, kept in the address.
 * @param none The names of the filters, and what each is without a choice.
 * @param values Of filters that may not be any text; another value in the address is no choice.
 */
export function useFilter<T extends { readonly [Name in keyof T]: string }>(
  none: T,
  values: Values<T> = {},
): [T, (chosen: Partial<T>) => void] {
  const { filter = {} } = place.value;
  const allowed: Readonly<Record<string, readonly string[] | undefined>> = values;
  const known = Object.entries(filter).filter(
    ([name, value]) => Object.hasOwn(none, name) && (allowed[name]?.includes(value) ?? true),
  );
  const choose = (chosen: Partial<T>) => {
    replace((present) => {
      const all = Object.entries<string>({ ...present.filter, ...chosen } as Record<string, string>);
      return { ...present, filter: Object.fromEntries(all.filter(([name, value]) => value !== none[name as keyof T])) };
    });
  };
  return [{ ...none, ...Object.fromEntries(known) }, choose];
}

/** Returns the address of a view, for links. */
export function hashOf({ hackathon, view, part, of, filter = {} }: Place): string {
  const path = [hackathon, view, ...(part ? [part, ...(of ? [of] : [])] : [])].map(encodeURIComponent).join('/');
  const query = new URLSearchParams(filter).toString();
  return `#/${path}${query && `?${query}`}`;
}
