/** What changes of teams leave in the audit. */
import type { Ctx } from '../../shared/broker/context.ts';

type Fields = Readonly<Record<string, unknown>>;
type Note = Pick<Ctx, 'changed'>;

/** Only those fields of the former state that are another now. */
export function noteChanged(ctx: Note, ids: Fields, former: Fields, present: Fields): void {
  const names = Object.keys(former).filter((name) => JSON.stringify(former[name]) !== JSON.stringify(present[name]));
  if (names.length === 0) return;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  ctx.changed(ids, only(former), only(present));
}

export function noteLeadership(ctx: Note, team_id: string, from: string | null, to: string | null): void {
  if (from !== to) ctx.changed({ team_id }, { leader_user_id: from }, { leader_user_id: to });
}
