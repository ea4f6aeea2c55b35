import type { Prospects } from './queries/registration-switch.ts';

/** What people would run into if registration opened now; where the interface has an error for it, by its code. */
export function warningsOf({ has_dates, has_capacity, is_draft, is_paid }: Prospects): string[] {
  return [
    ...(has_dates ? [] : ['NO_DATES']),
    ...(has_capacity ? [] : ['MAX_PARTICIPANTS_REACHED']),
    ...(is_draft ? ['SUPER_EVENT_DRAFT'] : []),
    ...(is_paid ? [] : ['EVENT_NOT_PAID']),
  ];
}
