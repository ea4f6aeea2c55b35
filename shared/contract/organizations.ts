/** Organizations, their members, and their audit. */
import { gathered } from './concerns.ts';
import { del, get, may, patch, post } from './endpoint.ts';
import { optional, offsetPagination, offsetParams, organizationRole, secondFactors } from './vocabulary.ts';
import { organizationFields } from './fields.ts';
import { readingFacts } from './reading-facts.ts';
import { t } from './schema.ts';

const { name, slug } = organizationFields;
/** `required`: sessions of members and organizers need a second factor there. */
const security = () => t.object({ second_factor: t.enum(...secondFactors) });
const membership = t.named('Membership', t.object({ id: t.uuid(), user_id: t.uuid(), role: organizationRole() }));

export const organizations = {
  get: get('/organizations/:slug', {
    summary: 'Get an organization',
    access: may('member', 'organization', 'slug'),
    params: { slug: t.reference() },
    responses: {
      200: t.object({
        organization: t.object({ id: t.uuid(), name: t.string(), slug: t.string(), security: security() }),
        member_count: t.integer(),
        can_create_events: t.boolean(),
        onboarding_state: t.object({
          team_setup_complete: t.boolean(),
          invitation_count: t.integer(),
          member_count: t.integer(),
        }),
      }),
    },
    errors: ['NOT_FOUND'],
    with: [gathered()],
  }),

  update: patch('/organizations/:id', {
    summary: 'Rename an organization, give it another slug, or ask its people for a second factor',
    note: '`security` is for owners. With `second_factor: required`, sessions of members and organizers without a second factor are refused there (403 SECOND_FACTOR_MISSING); API keys go on.',
    access: may('administer', 'organization', 'id'),
    params: {
      id: t.reference(),
      ...optional({ name, slug, security: security() }),
    },
    example: { name: 'Acme', security: { second_factor: 'required' } },
    responses: { 200: t.object({ id: t.uuid(), name: t.string(), slug: t.string() }) },
    errors: ['NOT_FOUND', 'SLUG_TAKEN', 'PERMISSION_DENIED', 'SECOND_FACTOR_MISSING'],
  }),

  listMembers: get('/organizations/:orgId/members', {
    summary: 'List the members of an organization, longest-standing first',
    access: may('member', 'organization', 'orgId'),
    params: { orgId: t.reference(), ...offsetParams },
    responses: {
      200: t.object({
        members: t.array(
          t.object({
            user_id: t.uuid(),
            role: organizationRole(),
            email: t.string(),
            name: t.string(),
            avatar_url: t.nullable(t.string()),
          }),
        ),
        pagination: offsetPagination,
      }),
    },
  }),

  myPermissions: get('/organizations/:orgId/me/permissions', {
    summary: "Tell the viewer's own role in an organization and what it permits",
    access: may('know', 'organization', 'orgId'),
    params: { orgId: t.reference() },
    responses: {
      200: t.object({
        role: t.optional(organizationRole()),
        permissions: t.object({ events_manage: t.boolean(), members_manage: t.boolean() }),
      }),
    },
    with: [gathered()],
  }),

  addMember: post('/organizations/:orgId/members', {
    summary: 'Add an existing user, named by id or email, to an organization',
    access: may('administer', 'organization', 'orgId'),
    params: {
      orgId: t.reference(),
      user_id: t.optional(t.uuid()),
      email: t.optional(t.email()),
      role: t.default(organizationRole(), 'MEMBER'),
    },
    example: { email: 'ada@example.org', role: 'MEMBER' },
    responses: { 200: membership, 201: membership },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PERMISSION_DENIED', 'ALREADY_MEMBER'],
  }),

  updateMember: patch('/organizations/:orgId/members/:userId', {
    summary: 'Give a member another role; only an OWNER grants or takes OWNER',
    access: may('administer', 'organization', 'orgId'),
    params: { orgId: t.reference(), userId: t.id(), role: organizationRole() },
    responses: { 200: t.object({ updated: t.literal(true) }) },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'LAST_OWNER'],
  }),

  removeMember: del('/organizations/:orgId/members/:userId', {
    summary: 'Remove a member from an organization',
    access: may('administer', 'organization', 'orgId'),
    params: { orgId: t.reference(), userId: t.id() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'LAST_OWNER'],
  }),

  listAudit: get('/organizations/:orgId/audit', {
    summary: 'List who changed what, newest first',
    access: may('administer', 'organization', 'orgId'),
    params: {
      orgId: t.reference(),
      ...offsetParams,
      actor: t.optional(t.uuid()),
      action: t.optional(t.string({ min: 1, max: 100 })),
      since: t.optional(t.timestamp()),
      until: t.optional(t.timestamp()),
    },
    responses: {
      200: t.object({
        entries: t.array(
          t.object({
            id: t.uuid(),
            at: t.timestamp(),
            user_id: t.nullable(t.uuid()),
            key_id: t.nullable(t.string()),
            session_id: t.nullable(t.uuid()),
            action: t.string(),
            ids: t.json(),
            before: t.json(),
            after: t.json(),
            request_id: t.nullable(t.string()),
          }),
        ),
        pagination: offsetPagination,
      }),
    },
    addition: true,
  }),

  ...readingFacts,
};
