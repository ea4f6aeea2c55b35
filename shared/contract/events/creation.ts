/**
 * Making hackathons and tracks, in the dashboard alone: with what may be changed later, of which only the name must be
 * there at once.
 */
import { may, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { displayName } from '../vocabulary.ts';
import { superEvent, superEvents } from './super-events.ts';
import { track, tracks } from './tracks.ts';

export const creation = {
  createSuperEvent: post('/organizations/:id/super-events', {
    summary: 'Make a hackathon; its slug follows from its name',
    access: may('administer', 'organization', 'id', { withSession: true }),
    params: { ...superEvents.updateSuperEvent.params, name: displayName() },
    example: {
      name: 'Spring Hack',
      tz: 'Europe/Berlin',
      start_at: '2027-03-06T09:00:00.000Z',
      end_at: '2027-03-07T17:00:00.000Z',
    },
    responses: { 201: t.object({ super_event: superEvent }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_READY', 'PERMISSION_DENIED'],
    addition: true,
  }),

  createTrack: post('/super-events/:id/events', {
    summary: 'Make a track of a hackathon; its slug follows from its name',
    access: may('administer', 'super_event', 'id', { withSession: true }),
    params: { ...tracks.updateTrack.params, name: displayName() },
    example: { name: 'Climate', mode: 'onsite', tz: 'Europe/Berlin' },
    responses: { 201: t.object({ event: track }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_READY'],
    addition: true,
  }),
};
