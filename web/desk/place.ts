/** Where on the desk somebody is, in the address: `#/spring-hack/people`. Going back goes back. */
import { signal } from '@preact/signals';

export const views = ['people', 'doors', 'teams', 'judging'] as const;
export type View = (typeof views)[number];

export interface Place {
  /** Slug or id of the hackathon; empty where none is chosen. */
  readonly hackathon: string;
  readonly view: View;
}

function read(): Place {
  const [, hackathon = '', view] = location.hash.split('/').map(decodeURIComponent);
  return { hackathon, view: views.find((each) => each === view) ?? 'people' };
}

export const place = signal(read());
addEventListener('hashchange', () => (place.value = read()));

/** Returns the address of a view, for links. */
export const hashOf = ({ hackathon, view }: Place): string => `#/${encodeURIComponent(hackathon)}/${view}`;
