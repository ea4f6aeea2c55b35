/** Pieces that several contracts about teams share: members, tracks, cursors. */
import { t } from '../schema.ts';

export const memberRoles = ['LEADER', 'MEMBER'] as const;
export type MemberRole = (typeof memberRoles)[number];
export const recruitingStatuses = ['looking_for_members', 'closed'] as const;
export type RecruitingStatus = (typeof recruitingStatuses)[number];

export const memberRole = () => t.enum(...memberRoles);
export const recruitingStatus = () => t.enum(...recruitingStatuses);
export const trackOf = () => t.object({ id: t.uuid(), name: t.string(), slug: t.string() });
export const personName = () => t.nullable(t.string());

/** Of a managed list: `cursor` is what the page before gave as `nextCursor`. */
export const cursorParams = {
  limit: t.default(t.integer({ min: 1, max: 100 }), 50),
  cursor: t.optional(t.string({ max: 200 })),
  search: t.optional(t.string({ max: 100 })),
};
/** Null after the last page. */
export const cursorPagination = t.object({
  limit: t.integer(),
  nextCursor: t.nullable(t.string()),
  hasMore: t.boolean(),
});

/** Who is to lead after the leader; any text, because what names no member is refused with a code of its own. */
export const successor = () => t.optional(t.nullable(t.string({ max: 100 })));
/** Any text names a track or does not; only where there is none is it missing. */
export const targetTrack = () => t.string({ min: 1, max: 100 });
