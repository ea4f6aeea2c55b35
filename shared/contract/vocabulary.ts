/** Values as contracts check them, and parameters and shapes that several contracts share. */
import { download, tableType } from './concerns.ts';
import { t, type Fields, type Input, type Optional, type Output } from './schema.ts';
import type { FormatCheck } from './formats.ts';
import {
  announcementStatuses,
  deviceKinds,
  eventStatuses,
  fieldTypes,
  galleryStates,
  locales,
  modes,
  organizationRoles,
  paymentStatuses,
  pointTypes,
  rankings,
  registrationStatuses,
  registrationSwitches,
  scanMethods,
  trackRoles,
  visibilities,
} from './values.ts';

export * from './values.ts';

export const registrationStatus = () => t.named('RegistrationStatus', t.enum(...registrationStatuses));
export const locale = () => t.named('Locale', t.enum(...locales));
export const organizationRole = () => t.named('OrganizationRole', t.enum(...organizationRoles));
export const trackRole = () => t.named('TrackRole', t.enum(...trackRoles));
export const pointType = () => t.named('CheckinPointType', t.enum(...pointTypes));
/** Options of a kiosk beside scanning, each off unless an organizer says otherwise. */
export const deviceOptions = {
  /** Checks people in by their name. */
  may_search: t.boolean(),
  /** Shows what people answered to fields with `at_door`. */
  sees_answers: t.boolean(),
  /** Prints a badge after each check-in. */
  prints: t.boolean(),
};
export const deviceKind = () => t.named('DeviceKind', t.enum(...deviceKinds));
export const scanMethod = () => t.named('ScanMethod', t.enum(...scanMethods));
export const fieldType = () => t.named('RegistrationFieldType', t.enum(...fieldTypes));
export const ranking = () => t.named('Ranking', t.enum(...rankings));
export const eventStatus = () => t.named('EventStatus', t.enum(...eventStatuses));
export const visibility = () => t.named('Visibility', t.enum(...visibilities));
export const galleryState = () => t.named('GalleryState', t.enum(...galleryStates));
export const paymentStatus = () => t.named('PaymentStatus', t.enum(...paymentStatuses));
export const mode = () => t.named('EventMode', t.enum(...modes));
export const registrationSwitch = () => t.named('RegistrationSwitch', t.enum(...registrationSwitches));
export const announcementStatus = () => t.named('AnnouncementStatus', t.enum(...announcementStatuses));
/** How the CSV of `shared/base/csv.ts` keeps text from being read as a formula. */
export const guardedCells =
  'A cell of text that begins with `=`, `+`, `-` or `@`, also in full width, with a tab or a carriage return gets a leading apostrophe, so that no spreadsheet takes it for a formula; numbers are written as they are.';
const bom = t.described(
  '`1` puts a byte order mark first, without which Excel reads letters beside those of English wrongly.',
  t.enum('0', '1'),
);
/** Which columns a table for saving has. */
export const tableColumns = () =>
  t.optional(
    t.described(
      'Headings, separated by commas as in the first line of a CSV; without it, all of them.',
      t.string({ min: 1, max: 10_000 }),
    ),
  );
/** A table for saving: with these parameters, and with the mark where it is asked for. */
export const csvTable = <F extends Fields>(params: F) => ({
  params: { ...params, bom: t.optional(bom) },
  responses: { 200: t.attachment() },
  with: [download(tableType)],
});
/** The text that a list is searched for. */
export const searchTerm = (where: string) =>
  t.optional(
    t.described(
      `Words, each of them any part of ${where}; case and accents make no difference.`,
      t.string({ max: 100 }),
    ),
  );
/** The name of an organization, a hackathon or a track. */
export const displayName = () => t.name({ min: 2, max: 100 });

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

// Slugs and keys, in addresses and in event files.

/** Never of the form of a UUID: paths take either. */
export const slugPattern =
  /^(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const slug = () => t.string({ max: 100, pattern: slugPattern });

export const entryKeyPattern = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;

/** Of a check-in point, a registration field or a requirement. */
export const entryKey = () => t.string({ max: 64, pattern: entryKeyPattern });

// Makes all members of a group required or optional.

const each = (fields: Fields, change: (rule: Fields[string]) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, change(rule)])) as unknown;

/** May be left out. */
export const optional = <F extends Fields>(fields: F) =>
  each(fields, t.optional) as { [Name in keyof F]: Optional<Input<F[Name]>, Output<F[Name]>> };

/** May be left out, or null. */
export const maybe = <F extends Fields>(fields: F) =>
  each(fields, (rule) => t.optional(t.nullable(rule))) as {
    [Name in keyof F]: Optional<Input<F[Name]> | null, Output<F[Name]> | null>;
  };

// Free-form objects.

/** Bytes of JSON: as many as the body of a request has. */
export const maxFreeObjectBytes = 100_000;

const isSmall: FormatCheck = (value, problems) => {
  const isTooLarge = Buffer.byteLength(JSON.stringify(value) ?? '') > maxFreeObjectBytes;
  if (isTooLarge) problems.push({ type: 'jsonMax', expected: maxFreeObjectBytes });
  return value;
};

/** A free-form JSON object that somebody sends. Members that Muster reads itself have rules; any others may stand beside them. */
export const freeObject = (known?: Fields) => ({ ...t.json(), custom: isSmall, ...(known && { props: known }) });
