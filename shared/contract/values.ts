/** Lists of values and small rules that several contracts and pages share. */

export const registrationStatuses = ['pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];
/** Those that an organizer gives; only the person gives up a place. */
export const decidedStatuses = ['pending', 'accepted', 'waitlisted', 'rejected'] as const;
export type DecidedStatus = (typeof decidedStatuses)[number];
/** Those that an email tells. */
export const toldStatuses = ['accepted', 'waitlisted', 'rejected'] as const;
export const organizationRoles = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export type OrganizationRole = (typeof organizationRoles)[number];
/** Whether somebody with this role, or none, runs the organization. */
export const administers = (role: OrganizationRole | null): boolean => role === 'OWNER' || role === 'ADMIN';
export const trackRoles = ['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const;
export type TrackRole = (typeof trackRoles)[number];
export const pointTypes = ['attendance', 'doorkeeper', 'milestone', 'meal', 'item'] as const;
export type PointType = (typeof pointTypes)[number];
/** Points where something is handed out, to each person as many times as the point has portions. */
export const handsOut = (type: PointType): boolean => type === 'meal' || type === 'item';
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
/** The types of questions to the projects of a track. */
export const questionTypes = [
  ...(['text', 'textarea', 'url', 'select', 'multiselect', 'radio', 'checkbox'] as const),
] as const satisfies readonly FieldType[];
/** The types of fields that have options. */
export const choiceTypes: readonly FieldType[] = ['select', 'multiselect', 'radio'];

/** By the mean of the scores, or by the mean without the differences between judges. */
export const rankings = ['plain', 'fair'] as const;
export type RankingName = (typeof rankings)[number];

/** A prize is decided by judges of its own, or by the ranking of the tracks. */
export const prizeDeciders = ['judges', 'ranking'] as const;

export const eventStatuses = ['draft', 'final'] as const;
export const visibilities = ['public', 'unlisted', 'private'] as const;
/** Whether everybody, or only people of the hackathon, see the projects of its teams. */
export const galleryStates = ['open', 'closed'] as const;
export const paymentStatuses = ['unpaid', 'pending', 'paid', 'refunded'] as const;
export const modes = ['online', 'onsite', 'hybrid'] as const;
/** The state of an announcement. */
export const announcementStatuses = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
/** Whether a track accepts registrations. */
export const registrationSwitches = ['never_opened', 'open', 'closed'] as const;

/** The languages that Muster speaks. */
export const locales = ['en', 'de', 'es', 'fr'] as const;
export type Locale = (typeof locales)[number];
/** Those of the pages that organizers work with. */
export const organizerLocales: readonly Locale[] = ['en', 'de'];
/** Whether an organization asks its people for a second factor. */
export const secondFactors = ['optional', 'required'] as const;
/** Seconds within which a kiosk may annul what it recorded. */
export const undoSeconds = 60;
/** The format of a time of day, in emails and on pages. */
export const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
