import type { openingWarnings } from '../../shared/contract/errors.ts';
import type { Prospects } from './queries/registration-switch.ts';

type Warning = (typeof openingWarnings)[number];

/**
 * Returns what would stop people from registering if registration opened now, as codes of the matching errors where
 * there are some.
 */
export function warningsOf({ has_dates, has_capacity, is_super_event_draft, is_draft, is_paid }: Prospects): Warning[] {
  return [
    ...(has_dates ? [] : ['NO_DATES' as const]),
    ...(has_capacity ? [] : ['MAX_PARTICIPANTS_REACHED' as const]),
    ...(is_super_event_draft ? ['SUPER_EVENT_DRAFT' as const] : []),
    ...(is_draft ? ['EVENT_IS_DRAFT' as const] : []),
    ...(is_paid ? [] : ['EVENT_NOT_PAID' as const]),
  ];
}
