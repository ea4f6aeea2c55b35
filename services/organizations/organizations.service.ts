/** Organizations, which own hackathons, with their members and their audit. */
import { implement } from '../../shared/kit/implement.ts';
import { checkFactReaders, listFacts, readFacts, streamFacts } from './facts.ts';
import { addMember, listMembers, myPermissions, removeMember, updateMember } from './members.ts';
import { get, listAudit, update } from './organizations.ts';
import { tables } from './entities.ts';

export default implement('organizations', {
  entities: tables,
  expiringRows: [{ table: 'slug', since: 'retired_at', days: 30 }],
  actions: {
    get,
    update,
    listMembers,
    myPermissions,
    addMember,
    updateMember,
    removeMember,
    listFacts,
    streamFacts,
    readFacts,
    checkFactReaders,
    listAudit,
  },
});
