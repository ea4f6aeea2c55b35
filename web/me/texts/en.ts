/** Texts of a person's tickets, in English. */
import type { Status } from '../places.ts';

export const me = {
  title: 'My tickets',
  myHackathons: 'My hackathons',
  loading: 'Fetching your tickets',
  isOffline: (when: string) => `Offline. This is how things were at ${when}; the codes work.`,
  seeHackathons: 'See hackathons',
  noTicket: 'No ticket yet.',
  takePart: 'Take part in a hackathon, and you see here how it goes. Invitations come by email.',
  myAccount: 'My account',
  invited: 'You are invited to a team',
  join: 'Join the team',
  notNow: 'Not now',
};

/** By status: a word, and what it means. */
export type Statuses = Readonly<Record<Status, readonly [word: string, meaning: string]>>;
export const statuses: Statuses = {
  accepted: ['✓ You are in', 'Show your code at the door.'],
  pending: ['… Applied', 'The organizers have not decided yet. Nothing to do.'],
  waitlisted: ['… Waiting list', 'We’ll email you if a place becomes free.'],
  rejected: ['✕ Not accepted this time', 'The organizers could not offer you a place.'],
  cancelled: ['✕ Cancelled', 'You gave up this place.'],
};

export const ticket = {
  answers: 'My answers',
  code: 'The QR code of your ticket',
  show: 'The QR code of your ticket. Show it large',
  calendar: 'Add to my calendar',
  directions: 'Directions',
  now: 'Now',
  over: 'Over',
  soon: 'About to begin',
  toGo: (time: string) => `${time} to go`,
};

/** Why something was not done. */
export const refusals = {
  isOffline: 'You are offline. Try again when the network is back.',
  TEAM_FULL: 'The team is full.',
  ALREADY_IN_TEAM: 'You are in a team of this hackathon already. Leave it first.',
  NOT_ACCEPTED_ON_TRACK: 'You need an accepted place on the track of this team first.',
  NOT_ACCEPTED: 'Your place has gone to the waiting list meanwhile.',
};
