/** What changes leave in the audit. */
import type { Ctx } from './context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Only those fields of the former state that are another now. */
export function noteChanged(ctx: Pick<Ctx, 'changed'>, ids: Fields, former: Fields, present: Fields): void {
  const names = Object.keys(former).filter((name) => JSON.stringify(former[name]) !== JSON.stringify(present[name]));
  if (names.length === 0) return;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  ctx.changed(ids, only(former), only(present));
}
