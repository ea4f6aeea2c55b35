/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List, Stream } from '../calls.ts';
import type { Fact } from './facts.ts';
import type { OrganizationRole, OffsetPagination, Membership } from './shapes.ts';

export interface Organizations {
  /**
   * Get an organization.
   * `GET /organizations/:slug`
   * Refusals: `NOT_FOUND`.
   */
  readonly get: Call<
    { slug: string },
    {
      organization: { id: string; name: string; slug: string; security: { second_factor: 'optional' | 'required' } };
      member_count: number;
      can_create_events: boolean;
      onboarding_state: { team_setup_complete: boolean; invitation_count: number; member_count: number };
    }
  >;
  /**
   * Rename an organization, give it another slug, or ask its people for a second factor.
   * `PATCH /organizations/:id`
   * Refusals: `NOT_FOUND`, `SLUG_TAKEN`, `PERMISSION_DENIED`, `SECOND_FACTOR_MISSING`.
   */
  readonly update: Call<
    {
      id: string;
      name?: string | undefined;
      slug?: string | undefined;
      security?: { second_factor: 'optional' | 'required' } | undefined;
    },
    { id: string; name: string; slug: string }
  >;
  /**
   * List the members of an organization, longest-standing first.
   * `GET /organizations/:orgId/members`
   */
  readonly listMembers: List<
    {
      orgId: string; /** Default: `50`. */
      limit?: number | undefined; /** Default: `0`. */
      offset?: number | undefined;
    },
    {
      members: { user_id: string; role: OrganizationRole; email: string; name: string; avatar_url: string | null }[];
      pagination: OffsetPagination;
    },
    'members'
  >;
  /**
   * Tell the viewer's own role in an organization and what it permits.
   * `GET /organizations/:orgId/me/permissions`
   */
  readonly myPermissions: Call<
    { orgId: string },
    { role?: OrganizationRole | undefined; permissions: { events_manage: boolean; members_manage: boolean } }
  >;
  /**
   * Add an existing user, named by id or email, to an organization.
   * `POST /organizations/:orgId/members`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `PERMISSION_DENIED`, `ALREADY_MEMBER`.
   */
  readonly addMember: Call<
    {
      orgId: string;
      user_id?: string | undefined;
      email?: string | undefined; /** Default: `"MEMBER"`. */
      role?: OrganizationRole | undefined;
    },
    Membership
  >;
  /**
   * Give a member another role; only an OWNER grants or takes OWNER.
   * `PATCH /organizations/:orgId/members/:userId`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`, `LAST_OWNER`.
   */
  readonly updateMember: Call<{ orgId: string; userId: string; role: OrganizationRole }, { updated: true }>;
  /**
   * Remove a member from an organization.
   * `DELETE /organizations/:orgId/members/:userId`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`, `LAST_OWNER`.
   */
  readonly removeMember: Call<{ orgId: string; userId: string }, { deleted: true }>;
  /**
   * List who changed what, newest first.
   * `GET /organizations/:orgId/audit`
   */
  readonly listAudit: List<
    {
      orgId: string; /** Default: `50`. */
      limit?: number | undefined; /** Default: `0`. */
      offset?: number | undefined;
      actor?: string | undefined;
      action?: string | undefined;
      since?: string | undefined;
      until?: string | undefined;
    },
    {
      entries: {
        id: string;
        at: string;
        user_id: string | null;
        key_id: string | null;
        session_id: string | null;
        action: string;
        ids: Record<string, unknown>;
        before: Record<string, unknown>;
        after: Record<string, unknown>;
        request_id: string | null;
      }[];
      pagination: OffsetPagination;
    },
    'entries'
  >;
  /**
   * Read what happened in an organization, in order and without gaps.
   * `GET /organizations/:orgId/facts`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `PERMISSION_DENIED`, `SECOND_FACTOR_MISSING`, `POSITION_EXPIRED`.
   */
  readonly listFacts: List<
    {
      orgId: string;
      after?: string | undefined;
      types?: string | undefined;
      super_event_id?: string | undefined; /** Default: `100`. */
      limit?: number | undefined;
    },
    { facts: Fact[]; next: string; has_more: boolean },
    'facts'
  >;
  /**
   * Be told what happens in an organization, as Server-Sent Events.
   * `GET /organizations/:orgId/facts/stream`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `PERMISSION_DENIED`, `SECOND_FACTOR_MISSING`, `POSITION_EXPIRED`.
   */
  readonly streamFacts: Stream<
    { orgId: string; after?: string | undefined; types?: string | undefined; super_event_id?: string | undefined },
    Fact
  >;
}
