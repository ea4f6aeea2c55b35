/** Reads and changes an organization and its members. */
import type { Answer, Params } from '../../../../clients/typescript/src/index.ts';
import type { OrganizationRole } from '../../../../shared/contract/values.ts';
import { writeChanges } from '../../../shared/changes.ts';
import { api } from '../../../shared/session.ts';

export type Member = Answer<'organizations', 'listMembers'>['members'][number];
/** An organization as the person who looks at it may change it. */
export interface Organization extends Pick<
  Answer<'organizations', 'get'>['organization'],
  'id' | 'name' | 'slug' | 'security'
> {
  readonly members: readonly Member[];
  readonly viewer: { readonly id: string; readonly isOwner: boolean };
}

/** The organization that the parts of the page work on. */
export interface Editing {
  readonly organization: Organization;
  readonly again: () => Promise<void>;
}

export async function readOrganization(id: string, signal: AbortSignal): Promise<Organization> {
  const [{ organization }, { user, organizations }, members] = await Promise.all([
    api.organizations.get({ slug: id }, { signal }),
    api.identity.me({}, { signal }),
    readMembers(id, signal),
  ]);
  const isOwner = organizations.some((each) => each.id === id && each.role === 'OWNER');
  return { ...organization, members, viewer: { id: user.id, isOwner } };
}

/** The most that one answer has. */
const limit = 100;
async function readMembers(orgId: string, signal: AbortSignal, offset = 0): Promise<readonly Member[]> {
  const { members, pagination } = await api.organizations.listMembers({ orgId, limit, offset }, { signal });
  return pagination.has_more ? [...members, ...(await readMembers(orgId, signal, offset + limit))] : members;
}

type Naming = Required<Pick<Params<'organizations', 'update'>, 'name' | 'slug'>>;
export const renameOrganization = (id: string, before: Naming, after: Naming) =>
  writeChanges<Naming>({ before, after, write: (part) => api.organizations.update({ id, ...part }) });

export const askForSecondFactor = (id: string, second_factor: Organization['security']['second_factor']) =>
  api.organizations.update({ id, security: { second_factor } });

export const addMember = (orgId: string, email: string, role: OrganizationRole) =>
  api.organizations.addMember({ orgId, email, role });
export const changeRole = (orgId: string, userId: string, role: OrganizationRole) =>
  api.organizations.updateMember({ orgId, userId, role });
export const removeMember = (orgId: string, userId: string) => api.organizations.removeMember({ orgId, userId });
