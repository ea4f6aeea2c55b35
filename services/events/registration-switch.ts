/** Opens and closes the registration of a track, and tells what is still missing before. */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { findProspects, findSetup, setSwitch } from './queries/registration-switch.ts';
import { warningsOf } from './readiness.ts';
import { setupStatus } from './shapes/registration-switch.ts';

export const getSetupStatus: Action<'events.getSetupStatus'> = async (ctx) =>
  setupStatus((await findSetup(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND'));

/** Opens registration. A switch that is open stays open, whatever has changed since. */
export const openRegistration: Action<'events.openRegistration'> = async (ctx) => {
  const { id } = ctx.resource;
  const prospects = (await findProspects(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const warnings = prospects.is_open || ctx.params.force ? [] : warningsOf(prospects);
  if (warnings.length > 0) return ctx.fail('NOT_READY', { warnings });
  await turn(ctx, 'open');
  return { registration_opened: true, event: { id } };
};

export const closeRegistration: Action<'events.closeRegistration'> = async (ctx) => {
  await turn(ctx, 'closed');
  return { registration_opened: false, event: { id: ctx.resource.id } };
};

async function turn(ctx: Pick<Ctx, 'db' | 'resource' | 'changed'>, to: 'open' | 'closed'): Promise<void> {
  const { id } = ctx.resource;
  const former = await setSwitch(ctx.db, id, to);
  if (former) ctx.changed('event.changed', { event_id: id }, { registration: former }, { registration: to });
}
