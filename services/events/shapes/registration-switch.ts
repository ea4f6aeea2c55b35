import type { Setup } from '../queries/registration-switch.ts';

export const setupStatus = ({ has_name, has_dates, has_registration_open, is_draft, ...stats }: Setup) => ({
  checklist: { has_name, has_dates, has_registration_open },
  is_ready_for_registration: has_name && has_dates && !is_draft,
  stats,
});
