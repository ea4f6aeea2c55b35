/** Notes for the audit which fields a handler changed. */
import type { FactType } from '../contract/facts.ts';
import type { Ctx } from './context.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Notes only the fields whose value differs between `former` and `present`; notes nothing when all are equal.
 * @param ids What was changed, by the names the interface uses, such as `{ team_id }`.
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
