/** Texts of the page of badges, in English. */
import { number } from '../../shared/intl.ts';

export const badges = {
  title: 'Badges',
  track: 'Track',
  allTracks: 'All tracks',
  role: 'Role',
  allRoles: 'All roles',
  roles: {
    ORGANIZER: 'Organizers',
    MENTOR: 'Mentors',
    JUDGE: 'Judges',
    PARTICIPANT: 'Participants',
  },
  nameOrEmail: 'Name or email',
  size: 'Size',
  onSheet: (n: number) => `${n} on a sheet`,
  /** @param n Undefined while it is not known. */
  print: (n: number | undefined) => (n === undefined ? 'Print' : `Print ${number(n)}`),
  nobody: 'Nobody is accepted here yet.',
  sheets: 'Sheets',
};
