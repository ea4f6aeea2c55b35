/** Badges: what is printed of each person, for sheets and for one after a check-in. */
import { get, may } from './endpoint.ts';
import { t } from './schema.ts';
import { pagePagination, pageParams, searchTerm, trackRole } from './vocabulary.ts';

const badge = t.named(
  'Badge',
  t.object({
    user_id: t.uuid(),
    name: t.string(),
    /** Several are separated by commas. */
    track: t.nullable(t.string()),
    role: trackRole(),
    /** A check-in token; null for people who are not registered. */
    code: t.nullable(t.string()),
  }),
);

export const badges = {
  listBadges: get('/super-events/:slug/badges', {
    summary: 'List the badges of everybody who is accepted or has a role, by name',
    access: may('organize', 'super_event', 'slug'),
    params: {
      slug: t.reference(),
      ...pageParams,
      role: t.optional(trackRole()),
      track_id: t.optional(t.uuid()),
      search: searchTerm('the name or email'),
    },
    responses: { 200: t.object({ badges: t.array(badge), pagination: pagePagination }) },
    addition: true,
  }),

  badge: get('/checkins/:id/badge', {
    summary: 'Get the badge of somebody who was checked in',
    access: may('organize', 'checkin', 'id'),
    devices: ['kiosk'],
    params: { id: t.reference() },
    responses: { 200: t.object({ badge }) },
    errors: ['PERMISSION_DENIED', 'NOT_FOUND'],
    note: 'A kiosk has to be one that prints, and gets the badges of its own check-ins.',
    addition: true,
  }),
};
