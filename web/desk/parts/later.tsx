import type { ComponentChild, ComponentType } from 'preact';
import { useLoaded } from '../../shared/loaded.tsx';
import { Shown } from './listing.tsx';

interface Props {
  readonly view: () => Promise<ComponentType>;
  /** Shown until it is loaded; a spinner unless said. */
  readonly coming?: ComponentChild;
}

/** A view, or a part of one, that is loaded when somebody opens it. */
export function Later({ view, coming }: Props) {
  const loaded = useLoaded(view, []);
  return (
    <Shown of={loaded} coming={coming}>
      {(View) => <View />}
    </Shown>
  );
}
