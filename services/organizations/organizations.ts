/** Reads and renames organizations, and reads their audit. */
import { instant } from '../../shared/base/instant.ts';
import { offsetPage } from '../../shared/base/paging.ts';
import { isWeak } from '../../shared/base/viewer.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import {
  findAudit,
  findOrganization,
  renameOrganization,
  secure,
  type AuditEntry,
  type Organization,
  type Renamed,
} from './organizations.sql.ts';

export const get: Action<'organizations.get'> = async (ctx) =>
  detail((await findOrganization(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND'));

export const update: Action<'organizations.update'> = async (ctx) => {
  const { name, slug } = ctx.params;
  const found = (await renameOrganization(ctx.db, ctx.resource.id, { name, slug })) ?? ctx.fail('NOT_FOUND');
  if (found === 'taken') return ctx.fail('SLUG_TAKEN');
  noteRenamed(ctx, found);
  const { security } = ctx.params;
  if (security) await changeSecurity(ctx, security);
  return { id: found.id, name: found.name, slug: found.slug };
};

type Updating = Parameters<typeof update>[0];

/** An owner who asks others for a second factor in a session has shown one, so that nobody locks themselves out. */
async function changeSecurity(ctx: Updating, { second_factor }: NonNullable<Updating['params']['security']>) {
  const { resource, viewer } = ctx;
  if (resource.member_role !== 'OWNER') return ctx.fail('PERMISSION_DENIED');
  if (second_factor === 'required' && isWeak(viewer)) return ctx.fail('SECOND_FACTOR_MISSING');
  const former = await secure(ctx.db, resource.id, second_factor);
  if (former === second_factor) return;
  ctx.changed(null, { organization_id: resource.id }, { second_factor: former }, { second_factor });
}

export const listAudit: Action<'organizations.listAudit'> = async ({ db, resource, params }) => {
  const { limit, offset, actor, action, since, until } = params;
  const filter = { organization_id: resource.id, actor, action, since, until };
  const { total, entries } = await findAudit(db, filter, { limit, offset });
  return { entries: entries.map(auditEntry), pagination: offsetPage({ limit, offset }, total, entries.length) };
};

/** Records changes of an organization's name and slug in the audit. */
function noteRenamed(ctx: Pick<Ctx, 'changed'>, { id, former, ...present }: Renamed): void {
  const fields = (['name', 'slug'] as const).filter((field) => present[field] !== former[field]);
  if (fields.length === 0) return;
  const only = (naming: typeof former) => Object.fromEntries(fields.map((field) => [field, naming[field]]));
  ctx.changed('organization.changed', { organization_id: id }, only(former), only(present));
}

const detail = ({ id, name, slug, can_create_events, second_factor, ...counts }: Organization) => ({
  organization: { id, name, slug, security: { second_factor } },
  member_count: counts.member_count,
  can_create_events,
  onboarding_state: { team_setup_complete: counts.member_count > 1, ...counts },
});

const auditEntry = (entry: AuditEntry) => ({
  id: entry.id,
  at: instant(entry.at),
  user_id: entry.user_id,
  key_id: entry.key_id,
  session_id: entry.session_id,
  action: entry.action,
  ids: entry.ids,
  before: entry.before,
  after: entry.after,
  request_id: entry.request_id,
});
