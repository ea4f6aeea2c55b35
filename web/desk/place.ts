/** Where on the desk somebody is, in the address: `#/spring-hack/people/<id>`. Going back goes back. */
import { signal } from '@preact/signals';

export const views = ['people', 'doors', 'teams', 'judging'] as const;
export type View = (typeof views)[number];

export interface Place {
  /** Slug or id of the hackathon; empty where none is chosen. */
  readonly hackathon: string;
  readonly view: View;
  /** What of the view: a step of judging, or the id of a person; empty for the view as such. */
  readonly part?: string | undefined;
}

function read(): Place {
  const [, hackathon = '', view, part] = location.hash.split('/').map(decodeURIComponent);
  return { hackathon, view: views.find((each) => each === view) ?? 'people', part };
}

export const place = signal(read());
addEventListener('hashchange', () => (place.value = read()));

/** Returns the address of a view, for links. */
export const hashOf = ({ hackathon, view, part }: Place): string =>
  `#/${[hackathon, view, ...(part ? [part] : [])].map(encodeURIComponent).join('/')}`;
