/** What is asked of a program under load. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Asks {
  /** So many at most; where they may be asked again, all there are. */
  next(most: number): { readonly list: readonly Ask[]; readonly mayRepeat: boolean };
  /** So many of them were asked. */
  done(count: number): void;
}

/** Each is asked once, by whichever program comes to it. */
export function onceEach(at: (index: number) => Ask | undefined): Asks {
  let from = 0;
  return {
    next(most) {
      const list: Ask[] = [];
      for (let ask = at(from); ask && list.length < most; ask = at(from + list.length)) list.push(ask);
      return { list, mayRepeat: false };
    },
    done: (count) => void (from += count),
  };
}

/** The same ones in turn. */
export const inCircle = (list: readonly Ask[]): Asks => ({
  next: () => ({ list, mayRepeat: true }),
  done: () => undefined,
});
