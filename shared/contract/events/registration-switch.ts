/** Opens and closes the registration of a track, and tells what is still missing before. */
import { get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';

const event = t.object({ id: t.uuid() });

export const registrationSwitch = {
  getSetupStatus: get('/events/:eventId/setup-status', {
    summary: 'Tell how far a track is set up, and how many are registered and in how many teams; a draft is not ready',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: {
      200: t.object({
        checklist: t.object({ has_name: t.boolean(), has_dates: t.boolean(), has_registration_open: t.boolean() }),
        is_ready_for_registration: t.boolean(),
        stats: t.object({ registrations: t.integer(), teams: t.integer() }),
      }),
    },
    errors: ['NOT_FOUND'],
  }),

  openRegistration: post('/events/:eventId/open-registration', {
    summary: 'Open the registration of a track; `force=true` overrides warnings',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), force: t.default(t.boolean(), false) },
    query: ['force'],
    responses: { 200: t.object({ registration_opened: t.literal(true), event }) },
    errors: ['NOT_FOUND', 'NOT_READY'],
  }),

  closeRegistration: post('/events/:eventId/close-registration', {
    summary: 'Close the registration of a track',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: t.object({ registration_opened: t.literal(false), event }) },
  }),
};
