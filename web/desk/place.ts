/** The position on the desk, in the address: `#/spring-hack/people/<id>`, so that the back button works. */
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
}

/** In the place of a hackathon: one that is to be made. No slug has this form. */
export const unmade = '+';

function read(): Place {
  const [, hackathon = '', view, part, of] = location.hash.split('/').map(decoded);
  return { hackathon, view: views.find((each) => each === view) ?? 'people', part, of };
}

export const place = signal(read());
/** Where somebody came from; undefined where they came from elsewhere. */
let former: Place | undefined;
addEventListener('hashchange', () => {
  former = place.peek();
  place.value = read();
});

/** Changes the address without a step to go back. */
function replace(by: Place): void {
  history.replaceState(null, '', hashOf(by));
  place.value = read();
}

/** Names the hackathon in the address. */
export const rename = (hackathon: string): void => replace({ ...place.peek(), hackathon });

/** Closes what of the view is open: goes back where that leads to the view, so that going back does not open it again. */
export function closePart(): void {
  const { hackathon, view } = place.peek();
  if (former && hashOf(former) === hashOf({ hackathon, view })) return history.back();
  replace({ hackathon, view });
}

/** Returns the address of a view, for links. */
export const hashOf = ({ hackathon, view, part, of }: Place): string =>
  `#/${[hackathon, view, ...(part ? [part, ...(of ? [of] : [])] : [])].map(encodeURIComponent).join('/')}`;
