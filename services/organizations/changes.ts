import type { Ctx } from '../../shared/broker/context.ts';
import type { Renamed } from './queries/organizations.ts';

/** Leaves in the audit what of an organization's naming is another now. */
export function noteRenamed(ctx: Pick<Ctx, 'changed'>, { id, former, ...present }: Renamed): void {
  const fields = (['name', 'slug'] as const).filter((field) => present[field] !== former[field]);
  if (fields.length === 0) return;
  const only = (naming: typeof former) => Object.fromEntries(fields.map((field) => [field, naming[field]]));
  ctx.changed({ organization_id: id }, only(former), only(present));
}
