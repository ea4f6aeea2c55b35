/** Words of the interface that several contracts share. */
import { t } from './schema.ts';

export const registrationStatuses = ['pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];
export const organizationRoles = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export type OrganizationRole = (typeof organizationRoles)[number];
/** Whether somebody with this role, or none, runs the organization. */
export const administers = (role: OrganizationRole | null): boolean => role === 'OWNER' || role === 'ADMIN';
export const trackRoles = ['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const;
export type TrackRole = (typeof trackRoles)[number];
export const pointTypes = ['attendance', 'doorkeeper', 'milestone'] as const;
export type PointType = (typeof pointTypes)[number];
export const deviceKinds = ['kiosk', 'board'] as const;
export type DeviceKind = (typeof deviceKinds)[number];
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
export type FieldType = (typeof fieldTypes)[number];
/** The types of fields that have options. */
export const choiceTypes: readonly FieldType[] = ['select', 'multiselect', 'radio'];

/** By the mean of what judges gave, or by that with what judges differ by taken out. */
export const rankings = ['plain', 'fair'] as const;
export type RankingName = (typeof rankings)[number];

export const eventStatuses = ['draft', 'final'] as const;
export const visibilities = ['public', 'unlisted', 'private'] as const;
export const paymentStatuses = ['unpaid', 'pending', 'paid', 'refunded'] as const;
export const modes = ['online', 'onsite', 'hybrid'] as const;
/** Whether a track accepts registrations. */
export const registrationSwitches = ['never_opened', 'open', 'closed'] as const;

export const registrationStatus = () => t.named('RegistrationStatus', t.enum(...registrationStatuses));
export const organizationRole = () => t.named('OrganizationRole', t.enum(...organizationRoles));
export const trackRole = () => t.named('TrackRole', t.enum(...trackRoles));
export const pointType = () => t.named('CheckinPointType', t.enum(...pointTypes));
export const deviceKind = () => t.named('DeviceKind', t.enum(...deviceKinds));
export const scanMethod = () => t.named('ScanMethod', t.enum(...scanMethods));
export const fieldType = () => t.named('RegistrationFieldType', t.enum(...fieldTypes));
export const ranking = () => t.named('Ranking', t.enum(...rankings));
export const eventStatus = () => t.named('EventStatus', t.enum(...eventStatuses));
export const visibility = () => t.named('Visibility', t.enum(...visibilities));
export const paymentStatus = () => t.named('PaymentStatus', t.enum(...paymentStatuses));
export const mode = () => t.named('EventMode', t.enum(...modes));
export const registrationSwitch = () => t.named('RegistrationSwitch', t.enum(...registrationSwitches));
/** How the CSV of `shared/base/csv.ts` keeps text from being read as a formula. */
export const guardedCells =
  'A cell of text that begins with `=`, `+`, `-` or `@`, also in full width, with a tab or a carriage return gets a leading apostrophe, so that no spreadsheet takes it for a formula; numbers are written as they are.';
/** The text that a list is searched for. */
export const searchTerm = (where: string) =>
  t.optional(t.described(`Any part of ${where}; case and accents make no difference.`, t.string({ max: 100 })));
/** The name of an organization, a hackathon or a track. */
export const displayName = () => t.string({ min: 2, max: 100, trim: true });

/** `page` counts from 1. */
export const pageParams = {
  page: t.default(t.integer({ min: 1, max: 1_000_000 }), 1),
  limit: t.default(t.integer({ min: 1, max: 100 }), 50),
};
/** The pagination of an answer to `pageParams`. */
export const pagePagination = t.named(
  'PagePagination',
  t.object({
    page: t.integer(),
    limit: t.integer(),
    total: t.integer(),
    totalPages: t.integer(),
  }),
);

export const offsetParams = {
  limit: t.default(t.integer({ min: 1, max: 100 }), 50),
  offset: t.default(t.integer({ min: 0, max: 100_000_000 }), 0),
};
/** The pagination of an answer to `offsetParams`. */
export const offsetPagination = t.named(
  'OffsetPagination',
  t.object({
    total: t.integer(),
    limit: t.integer(),
    offset: t.integer(),
    has_more: t.boolean(),
  }),
);

/** Parameters of a list without a pagination member: everything, unless a page is requested. */
export const pageOfWhole = {
  limit: t.optional(t.integer({ min: 1, max: 1_000 })),
  cursor: t.optional(t.string({ max: 4_000 })),
};
