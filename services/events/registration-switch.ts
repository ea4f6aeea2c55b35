/** Opens and closes the registration of a track, and lists what is missing before it can open. */
import type { openingWarnings } from '../../shared/contract/errors.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import {
  findObstacles,
  findSetup,
  setSwitch,
  type RegistrationObstacles,
  type Setup,
} from './registration-switch.sql.ts';

export const getSetupStatus: Action<'events.getSetupStatus'> = async (ctx) =>
  setupStatus((await findSetup(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND'));

/** Opens registration. A switch that is open stays open, whatever has changed since. */
export const openRegistration: Action<'events.openRegistration'> = async (ctx) => {
  const { id } = ctx.resource;
  const prospects = (await findObstacles(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
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

type Warning = (typeof openingWarnings)[number];

/**
 * Returns what would stop people from registering if registration opened now, as codes of the matching errors where
 * there are some.
 */
export function warningsOf({
  has_dates,
  has_capacity,
  is_super_event_draft,
  is_draft,
  is_paid,
}: RegistrationObstacles): Warning[] {
  return [
    ...(has_dates ? [] : ['NO_DATES' as const]),
    ...(has_capacity ? [] : ['MAX_PARTICIPANTS_REACHED' as const]),
    ...(is_super_event_draft ? ['SUPER_EVENT_DRAFT' as const] : []),
    ...(is_draft ? ['EVENT_IS_DRAFT' as const] : []),
    ...(is_paid ? [] : ['EVENT_NOT_PAID' as const]),
  ];
}

export const setupStatus = ({ has_name, has_dates, has_registration_open, is_draft, ...stats }: Setup) => ({
  checklist: { has_name, has_dates, has_registration_open },
  is_ready_for_registration: has_name && has_dates && !is_draft,
  stats,
});
