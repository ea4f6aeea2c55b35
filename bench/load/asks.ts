/** The requests that are sent to a program under load. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Asks {
  /** Returns at most this many requests, or all of them if they may be repeated. */
  next(most: number): { readonly list: readonly Ask[]; readonly mayRepeat: boolean };
  /** Tells how many of them were sent. */
  done(count: number): void;
}

/** Requests that are each sent once, by whichever program is measured. */
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

/** The same requests in turn. */
export const inCircle = (list: readonly Ask[]): Asks => ({
  next: () => ({ list, mayRepeat: true }),
  done: () => undefined,
});
