/** Organizations: who owns hackathons, their members, and their audit. */
import { implement } from '../../shared/kit/implement.ts';
import { offsetPage } from '../../shared/base/paging.ts';
import { noteRenamed } from './changes.ts';
import { checkFactReaders, listFacts, readFacts, streamFacts } from './facts.ts';
import { addMember, listMembers, myPermissions, removeMember, updateMember } from './members.ts';
import { findAudit } from './queries/audit.ts';
import { findOrganization, renameOrganization } from './queries/organizations.ts';
import { auditEntry, detail } from './shapes.ts';
import { tables } from './entities.ts';

export default implement('organizations', {
  entities: tables,
  leftovers: [{ table: 'slug', since: 'retired_at', days: 30 }],
  actions: {
    async get(ctx) {
      return detail((await findOrganization(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND'));
    },

    async update(ctx) {
      const { name, slug } = ctx.params;
      const found = (await renameOrganization(ctx.db, ctx.resource.id, { name, slug })) ?? ctx.fail('NOT_FOUND');
      if (found === 'taken') return ctx.fail('SLUG_TAKEN');
      noteRenamed(ctx, found);
      return { id: found.id, name: found.name, slug: found.slug };
    },

    listMembers,
    myPermissions,
    addMember,
    updateMember,
    removeMember,
    listFacts,
    streamFacts,
    readFacts,
    checkFactReaders,

    async listAudit({ db, resource, params }) {
      const { limit, offset, actor, action, since, until } = params;
      const filter = { organization_id: resource.id, actor, action, since, until };
      const { total, entries } = await findAudit(db, filter, { limit, offset });
      return {
        entries: entries.map(auditEntry),
        pagination: offsetPage({ limit, offset }, total, entries.length),
      };
    },
  },
});
