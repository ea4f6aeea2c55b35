/** Shapes that several contracts of teams share. */
import { t } from '../schema.ts';

export const memberRoles = ['LEADER', 'MEMBER'] as const;
export const recruitingStatuses = ['looking_for_members', 'closed'] as const;
export type RecruitingStatus = (typeof recruitingStatuses)[number];

export const memberRole = () => t.named('TeamRole', t.enum(...memberRoles));
export const recruitingStatus = () => t.named('RecruitingStatus', t.enum(...recruitingStatuses));
/** The track of a team, as a reference. */
export const trackOf = () => t.named('TrackReference', t.object({ id: t.uuid(), name: t.string(), slug: t.string() }));
/** A person's name; null where a person was deleted. */
export const personName = () => t.nullable(t.string());

export const longestPage = 100;
/** Parameters of a managed list: `cursor` is the `nextCursor` of the previous page. */
export const cursorParams = {
  limit: t.default(t.integer({ min: 1, max: longestPage }), 50),
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

/** Who leads after the leader. Any text is allowed, because one that names no member has an error code of its own. */
export const successor = () => t.optional(t.nullable(t.possibleId({ max: 100 })));
/** Any text is allowed, because one that names no track has an error code of its own; only a missing one is invalid. */
export const targetTrack = () => t.possibleId({ min: 1, max: 100 });
