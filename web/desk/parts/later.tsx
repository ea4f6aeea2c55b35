import { createElement, type ComponentChild, type ComponentProps, type ComponentType } from 'preact';
import { later } from '../../shared/later.ts';
import { useLoaded } from '../../shared/loaded.tsx';
import type * as Parts from '../parts.ts';
import { Shown } from './listing.tsx';

/** The parts that are components; `decide` is none. */
type Name = Exclude<keyof typeof Parts, 'decide'>;

interface Props<N extends Name> {
  readonly name: N;
  readonly of: ComponentProps<(typeof Parts)[N]>;
  /** Shown until it is loaded; a spinner unless said. */
  readonly coming?: ComponentChild;
}

const usePart = (name: Name) =>
  useLoaded(async () => (await later(import('../parts.ts')))[name] as ComponentType<object>, [name]);

/** A view, or a part of one, that is loaded when somebody opens it. */
export const Later = <N extends Name>({ name, of, coming }: Props<N>) => (
  <Shown of={usePart(name)} coming={coming}>
    {(Part) => createElement(Part, of as object)}
  </Shown>
);

/** A part that the page does without until it is loaded. */
export function Aside<N extends Name>({ name, of }: Pick<Props<N>, 'name' | 'of'>) {
  const { data: Part } = usePart(name);
  return Part ? createElement(Part, of as object) : null;
}
