/** What changes of teams leave in the audit. */
import type { Ctx } from '../../shared/broker/context.ts';

export function noteLeadership(
  ctx: Pick<Ctx, 'changed'>,
  team_id: string,
  from: string | null,
  to: string | null,
): void {
  if (from !== to) ctx.changed({ team_id }, { leader_user_id: from }, { leader_user_id: to });
}
