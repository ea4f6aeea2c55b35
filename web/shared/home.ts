/** The first page of a person who is signed in. */
import { addressOf } from './address.ts';
import type { Answer } from '../../clients/typescript/src/index.ts';
import { api, resume } from './session.ts';

type Me = Answer<'identity', 'me'>;

export type Home = '/desk' | '/judge' | '/me';

/** Organizers go to the desk, judges to judging, all others to their ticket. */
export function homeOf({ organizations, roles }: Pick<Me, 'organizations' | 'roles'>): Home {
  const has = (wanted: string) => roles.some(({ role }) => role === wanted);
  if (organizations.some(({ role }) => role === 'OWNER' || role === 'ADMIN') || has('ORGANIZER')) return '/desk';
  return has('JUDGE') ? '/judge' : '/me';
}

/** The first page of whoever has a session in this browser; undefined for nobody. */
export const ownHome = async (): Promise<Home | undefined> =>
  (await resume()) ? homeOf(await api.identity.me()) : undefined;

/** Pages that may send somebody away to sign in and have them back, at the place where they were. */
const back = /^(account|desk|judge|me|(apply|projects|expo)\/[\w-]+)(#[\w/.%=&?+*-]*)?$/;

/** Leads to the page that sent somebody here, else to where they belong. */
export async function goOn(to = ''): Promise<void> {
  const home = back.test(to) ? `/${to}` : homeOf(await api.identity.me());
  location.replace(addressOf(home));
}
