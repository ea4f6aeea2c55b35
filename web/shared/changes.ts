/** A page writes what a person changed, and nothing else: other windows and people may have changed the rest meanwhile. */

type Members = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Members => (isRecord(value) ? value : {});

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the members of `after` that are other ones than in `before`.
 * @param now Members that are written as a whole, as the service has them: what differs is written into these.
 */
export function changes<T extends object>(before: Partial<T>, after: T, now: object = {}): Partial<T> {
  const [former, stored] = [before as Members, now as Members];
  const touched = Object.entries(after as Members).filter(([name, value]) => !isSame(former[name], value));
  const written = touched.map(([name, value]) => [
    name,
    isRecord(value) && isRecord(stored[name]) ? merged(stored[name], former[name], value) : value,
  ]);
  return Object.fromEntries(written) as Partial<T>;
}

/** Writes into `now` what `after` says otherwise than `before`, however deep; a member that is gone is taken away. */
function merged(now: unknown, before: unknown, after: unknown): unknown {
  if (!isRecord(after) && !(after === undefined && isRecord(before))) return after;
  const [stored, former, wanted] = [membersOf(now), membersOf(before), membersOf(after)];
  const names = [...new Set([...Object.keys(stored), ...Object.keys(former), ...Object.keys(wanted)])];
  const members = names.map((name) => {
    const isTouched = !isSame(former[name], wanted[name]);
    return [name, isTouched ? merged(stored[name], former[name], wanted[name]) : stored[name]] as const;
  });
  const left = members.filter(([, value]) => value !== undefined);
  return after === undefined && left.length === 0 ? undefined : Object.fromEntries(left);
}

interface Changing<T extends object> {
  /** As it was when the person began to write. */
  readonly before: T;
  readonly after: T;
  /** Reads the members that are written as a whole, as the service has them now. */
  readonly read?: () => Promise<object>;
  readonly write: (part: Partial<T>) => Promise<unknown>;
}

/** Writes what was changed; where that is nothing, it asks for nothing. */
export async function writeChanges<T extends object>({ before, after, read, write }: Changing<T>): Promise<void> {
  const touched = changes(before, after);
  if (Object.keys(touched).length === 0) return;
  const isWhole = Object.values(touched).some(isRecord);
  await write(isWhole && read ? changes(before, after, await read()) : touched);
}
