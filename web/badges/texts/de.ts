/** Texts of the page of badges, in German. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const badges: typeof en.badges = {
  title: 'Namensschilder',
  track: 'Track',
  allTracks: 'Alle Tracks',
  role: 'Rolle',
  allRoles: 'Alle Rollen',
  roles: {
    ORGANIZER: 'Organisationsteam',
    MENTOR: 'Mentor:innen',
    JUDGE: 'Jury',
    PARTICIPANT: 'Teilnehmende',
  },
  nameOrEmail: 'Name oder E-Mail',
  size: 'Größe',
  onSheet: (n) => `${n} auf einem Blatt`,
  print: (n) => (n === undefined ? 'Drucken' : `${number(n)} drucken`),
  nobody: 'Hier ist noch niemand angenommen.',
  sheets: 'Blätter',
};
