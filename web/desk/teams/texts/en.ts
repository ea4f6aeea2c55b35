/** Texts about teams and their tables, in English. */
import { counted, number } from '../../../shared/intl.ts';

export const teams = {
  counts: (all: number, looking: number) => `${counted(all, 'team', 'teams')}, ${number(looking)} looking for members`,
  search: 'Name of the team',
  all: 'All',
  open: 'Looking for members',
  closed: 'Closed',
  full: 'Full',
  caption: 'All teams',
  team: 'Team',
  table: 'Table',
  members: 'Members',
  handedIn: 'Handed in',
  notYet: 'not yet',
  showAll: 'Show all teams',
  seePeople: 'See the people',
  noneLikeThis: 'No team is like this.',
  none: 'No team yet. Participants make their own.',
  of: (members: number, most: number) => `${number(members)} of ${number(most)}`,
  deleted: 'Somebody who was deleted',
  leads: 'leads',
  isFull: 'full',
  isClosed: 'closed',
  isOpen: 'open',
};

export const moving = {
  oneTrack: 'there is one track only',
  move: 'Move',
  title: (team: string) => `Move ${team}`,
  to: 'To the track',
  moved: (team: string, track: string) => `${team} is on ${track} now.`,
  explained: (track: string, people: number) =>
    `The whole team leaves ${track}: ${counted(people, 'person', 'people')}, who each get a new check-in code by email.`,
  yes: 'Move the team',
};

export const editing = {
  title: (team: string) => `Edit ${team}`,
  rename: 'Rename',
  renamed: (name: string) => `It is called ${name} now.`,
  seat: 'Give this table',
  seated: (table: string) => `It sits at table ${table} now.`,
  unseated: 'It has no table now.',
  members: (members: number, most: number) => `Members, ${number(members)} of ${number(most)}`,
  nobody: 'Nobody is in this team.',
  remove: 'Remove',
  removeWho: (name: string) => `Remove ${name}`,
  removeSure: 'Remove from the team',
  removed: (name: string, team: string) => `${name} is not in ${team} any more.`,
  keepsPlace: (track: string) => `They keep their place on ${track}.`,
  keepsPlaceLed: (track: string) =>
    `They keep their place on ${track}. The member who joined first of the others leads the team then.`,
  isFull: 'The team is full.',
  addTitle: 'Add somebody without a team',
  addWho: (name: string) => `Add ${name}`,
  added: (name: string, team: string) => `${name} is in ${team} now.`,
  nobodyFree: (track: string) => `Nobody on ${track} is accepted, without a team.`,
  nobodyFound: (track: string) => `Nobody on ${track} is accepted, without a team, and like this.`,
  delete: 'Delete team',
  deleteSure: 'Yes, delete team',
  deleteWho: (team: string) => `Delete ${team}?`,
  deleted: (team: string) => `${team} is deleted.`,
  loses: (members: number, track: string) =>
    `${counted(members, 'member loses', 'members lose')} the team. Their places on ${track} stay. This cannot be undone.`,
  forGood: 'This cannot be undone.',
};

export const tables = {
  number: 'Number the tables',
  print: 'Print table cards',
  name: 'Name of the team',
  project: 'Title of the project',
  created: 'Oldest team first',
  numbered: (teams: number, kept: number) =>
    `${counted(teams, 'team', 'teams')} got a table; ${number(kept)} kept theirs.`,
  order: 'Order',
  again: 'Number teams that have a table again',
  others: 'Numbers of other tracks are left out: no table has two teams.',
  yes: 'Number them',
  prefix: 'Prefix',
  prefixHint: 'Such as A for A1; optional',
  first: 'First number',
  cards: 'Table cards',
  none: 'No team has a table yet.',
  explained: (cards: number) =>
    `${counted(cards, 'card', 'cards')}, A5, with the number, the team and a code that leads to the projects.`,
  printNow: 'Print',
  projectOf: (team: string) => `The project of ${team}`,
};
