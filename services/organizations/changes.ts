import type { Ctx } from '../../shared/kit/context.ts';
import type { Renamed } from './queries/organizations.ts';

/** Records in the audit which of an organization's name and slug changed. */
export function noteRenamed(ctx: Pick<Ctx, 'changed'>, { id, former, ...present }: Renamed): void {
  const fields = (['name', 'slug'] as const).filter((field) => present[field] !== former[field]);
  if (fields.length === 0) return;
  const only = (naming: typeof former) => Object.fromEntries(fields.map((field) => [field, naming[field]]));
  ctx.changed('organization.changed', { organization_id: id }, only(former), only(present));
}
