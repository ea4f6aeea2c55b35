/** Words of the interface that several contracts share, each list once. */
import { t } from './schema.ts';

export const registrationStatuses = ['pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];
export const organizationRoles = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];
export const trackRoles = ['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const;
export type TrackRole = (typeof trackRoles)[number];
export const pointTypes = ['attendance', 'doorkeeper', 'milestone'] as const;
export type PointType = (typeof pointTypes)[number];
export const scanMethods = ['qr_scan', 'self_check', 'manual'] as const;
export const fieldTypes = [
  'text',
  'textarea',
  'url',
  'email',
  'phone',
  'select',
  'multiselect',
  'radio',
  'checkbox',
  'date',
  'file',
] as const;

export const registrationStatus = () => t.enum(...registrationStatuses);
export const eventStatus = () => t.enum('draft', 'final');
export const visibility = () => t.enum('public', 'unlisted', 'private');
export const paymentStatus = () => t.enum('unpaid', 'pending', 'paid', 'refunded');
/** What an organization, a hackathon or a track is called. */
export const displayName = () => t.string({ min: 2, max: 100, trim: true });
export const mode = () => t.enum('online', 'onsite', 'hybrid');

/** `page` counts from 1. */
export const pageParams = {
  page: t.default(t.integer({ min: 1, max: 1_000_000 }), 1),
  limit: t.default(t.integer({ min: 1, max: 100 }), 50),
};
export const pagePagination = t.object({
  page: t.integer(),
  limit: t.integer(),
  total: t.integer(),
  totalPages: t.integer(),
});

export const offsetParams = {
  limit: t.default(t.integer({ min: 1, max: 100 }), 50),
  offset: t.default(t.integer({ min: 0, max: 100_000_000 }), 0),
};
export const offsetPagination = t.object({
  total: t.integer(),
  limit: t.integer(),
  offset: t.integer(),
  has_more: t.boolean(),
});

/** Lists whose shape has no pagination member answer everything up to this many. */
export const wholeList = 1_000;
