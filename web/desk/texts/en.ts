/**
 * Texts that the desk shows at once, in English: those of its frame, of the list of people, and of the parts that every
 * view has. Parts that load later bring catalogs of their own.
 */
import { number } from '../../shared/intl.ts';

export const views = {
  people: 'People',
  reviews: 'Reviews',
  doors: 'Doors',
  teams: 'Teams',
  judging: 'Judging',
  tables: 'Tables',
  emails: 'Emails',
  setup: 'Setup',
};

export const desk = {
  offline: 'You are offline. This page may be out of date, and nothing can be decided.',
  views: 'Views of the hackathon',
  lost: 'Not live just now: connecting again.',
  refused: 'Updates stopped. Reload the page.',
  hackathon: 'Hackathon',
  choose: 'Choose a hackathon',
  make: 'Make a hackathon…',
};

export const acts = {
  close: 'Close',
  cancel: 'Cancel',
  signIn: 'Sign in',
  undo: 'Undo',
};

/** Lists, and the fields above them. */
export const lists = {
  notLoaded: 'This was not loaded yet. It comes once the network is back.',
  outOfDate: (why: string) => `This may be out of date. ${why}`,
  loading: 'Loading…',
  pages: 'Pages of this list',
  back: 'Back',
  next: 'Next',
  page: (page: number, of: number | undefined) =>
    of ? `Page ${number(page)} of ${number(of)}` : `Page ${number(page)}`,
  track: 'Track',
  allTracks: 'All tracks',
};

/** Why something was refused, by code. */
export const refusals = {
  UNAUTHENTICATED: 'Your session has ended. Sign in again.',
  PERMISSION_DENIED: 'You may not do this here. Ask somebody who administers the organization.',
  NOT_FOUND: 'This is not there any more: somebody else may have removed it.',
  EVENT_NOT_PAID: 'The payment of this hackathon is not complete, so nobody can be accepted yet.',
  MAX_PARTICIPANTS_REACHED: (accepted: number, places: number) =>
    `The hackathon is full: ${number(accepted)} of ${number(places)} places are taken. Put people on the waiting list, or raise the number of participants.`,
  RATE_LIMITED: (seconds: number) => `Too much at once. Try again in ${number(seconds)} seconds.`,
  WEIGHT_TOTAL_EXCEEDED: (total: string, most: string) =>
    `The weights would be ${total} together; ${most} is the most. Lower another one first.`,
  ALREADY_PUBLISHED: {
    plain: 'Somebody has just published the simple ranking, and they stay in that one.',
    fair: 'Somebody has just published the adjusted ranking, and they stay in that one.',
  },
  VALIDATION_FAILED: (why: string) => `Please correct this: ${why}.`,
  unreachable: 'The service cannot be reached. Check the network, then try again.',
};

export const people = {
  add: 'Add',
  addPerson: 'Add a person',
  addFirst: 'Add the first person',
  showAll: 'Show everybody',
  nobody: 'Nobody here.',
  search: 'Name or email',
  status: 'Status',
  all: 'Active',
  caption: 'All people',
  name: 'Name',
  tracks: 'Tracks',
  team: 'Team',
  decide: 'Decide',
  tickAll: 'Tick everybody here, on all pages',
  tick: (name: string) => `Tick ${name}`,
};

/** The statuses of a registration. */
export const statuses = {
  pending: 'Undecided',
  accepted: 'Accepted',
  waitlisted: 'Waiting list',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

export const decisions = {
  accept: 'Accept',
  waitlist: 'Waitlist',
  reject: 'Reject',
  /** The act of a button and its person, for screen readers. */
  about: (act: string, name: string) => `${act}: ${name}`,
  rejectWho: (name: string) => `Reject ${name}?`,
  emailed: 'We email them.',
  losesPlace: 'They lose their place and leave their team. We email them.',
  cancelledIt: 'cancelled their place',
};
