/** Remembers when a process of each service was last heard on the bus. */
export class Presence {
  readonly #heardAt = new Map<string, number>();

  /** Records that somebody who runs these services was heard just now. */
  hear(services: readonly { readonly name: string }[] = []): void {
    const now = Date.now();
    for (const { name } of services) this.#heardAt.set(name, now);
  }

  /** Returns when it was, in milliseconds since 1970; 0 where it never was. */
  heardAt(service: string): number {
    return this.#heardAt.get(service) ?? 0;
  }
}
