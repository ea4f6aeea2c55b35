/** Shapes and fields that several contracts of teams share. */
import { inEach } from '../languages.ts';
import { t } from '../schema.ts';
import { displayName } from '../vocabulary.ts';

export const memberRoles = ['LEADER', 'MEMBER'] as const;
export const recruitingStatuses = ['looking_for_members', 'closed'] as const;
export type RecruitingStatus = (typeof recruitingStatuses)[number];

export const memberRole = () => t.named('TeamRole', t.enum(...memberRoles));
export const recruitingStatus = () => t.named('RecruitingStatus', t.enum(...recruitingStatuses));
/** The track of a team, as a reference. */
export const trackOf = () => t.named('TrackReference', t.object({ id: t.uuid(), name: t.string(), slug: t.string() }));
/** Where a team sits. */
export const tableOf = () => t.described('The table at which the team sits; null without one', t.nullable(t.string()));
/** The prizes of a team that everybody may know of. */
export const prizesWon = () =>
  t.described(
    'The published prizes that the team won',
    t.array(t.object({ id: t.uuid(), name: t.string(), ...inEach('name') })),
  );
/** A person's name; null where a person was deleted. */
export const personName = () => t.nullable(t.string());

export const maxPageSize = 100;
/** Parameters of a managed list: `cursor` is the `nextCursor` of the previous page. */
export const cursorParams = {
  limit: t.default(t.integer({ min: 1, max: maxPageSize }), 50),
  cursor: t.optional(t.string({ max: 200 })),
};
/** `nextCursor` is null on the last page. */
export const cursorPagination = t.named(
  'CursorPagination',
  t.object({
    limit: t.integer(),
    nextCursor: t.nullable(t.string()),
    hasMore: t.boolean(),
  }),
);

/** The next leader. Any text is allowed, because one that names no member has an error code of its own. */
export const successor = () => t.optional(t.nullable(t.possibleId({ max: 100 })));
/** Any text is allowed, because one that names no track has an error code of its own; only a missing one is invalid. */
export const targetTrack = () => t.possibleId({ min: 1, max: 100 });

// The fields of a team, over HTTP and in an event file, and its size.

/** The longest name of a table, such as `B12`. */
const tableMax = 20;

export const teamFields = {
  name: displayName(),
  problem: t.string({ max: 5_000 }),
  is_open: t.boolean(),
  table: t.name({ min: 1, max: tableMax }),
};

/** Of the tables of a track; a prefix leaves six digits for the number. */
export const tableNumbering = {
  prefix: t.string({ max: tableMax - 6 }),
  start: t.integer({ min: 0, max: 99_999 }),
};

export const teamMemberRole = () => t.enum(...memberRoles);

/** Of a team, where `max_team_size` of a track's `config_json` does not say, and whatever it says. */
export const teamSize = { usual: 4, min: 1, max: 1_000 } as const;
