/** Finds the fields that a handler changes, and records them for the audit. */
import { isDeepStrictEqual } from 'node:util';
import type { FactType } from '../contract/facts.ts';
import type { Ctx } from './context.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Difference<Row> {
  readonly before: Partial<Row>;
  readonly after: Partial<Row>;
}

/** Returns the sent values that differ from the stored ones. A member that was not sent is not compared. */
export function difference<Row extends object>(stored: Row, sent: Partial<Row>): Difference<Row> {
  const names = (Object.keys(stored) as (keyof Row)[]).filter(
    (name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], stored[name]),
  );
  const sideOf = (row: Partial<Row>) => Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<Row>;
  return { before: sideOf(stored), after: sideOf(sent) };
}

/** Tells whether nothing differs. */
export const isEmpty = ({ after }: Difference<object>) => Object.keys(after).length === 0;

/**
 * Notes only the fields whose value differs between `former` and `present`; notes nothing when all are equal.
 * @param ids The ids of the changed rows, by the names of the interface, such as `{ team_id }`.
 * @param former The row before the change; its members decide which fields are compared.
 * @param present The row after the change.
 */
export function noteChanged(
  ctx: Pick<Ctx, 'changed'>,
  fact: FactType | null,
  ids: Fields,
  { former, present }: { readonly former: Fields; readonly present: Fields },
): void {
  const names = Object.keys(former).filter((name) => JSON.stringify(former[name]) !== JSON.stringify(present[name]));
  if (names.length === 0) return;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  ctx.changed(fact, ids, only(former), only(present));
}
