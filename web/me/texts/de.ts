/** Texts of a person's tickets, in German. */
import type * as en from './en.ts';

export const me: typeof en.me = {
  title: 'Meine Tickets',
  myHackathons: 'Meine Hackathons',
  loading: 'Deine Tickets werden geladen',
  isOffline: (when) => `Offline. So war es zuletzt: ${when}; die Codes funktionieren.`,
  seeHackathons: 'Hackathons ansehen',
  noTicket: 'Noch kein Ticket.',
  takePart: 'Bewirb dich bei einem Hackathon, dann siehst du hier, wie es steht. Einladungen kommen per E-Mail.',
  myAccount: 'Mein Konto',
  invited: 'Du bist in ein Team eingeladen',
  join: 'Dem Team beitreten',
  notNow: 'Nicht jetzt',
};

export const statuses: en.Statuses = {
  accepted: ['✓ Du bist dabei', 'Zeig deinen Code am Eingang.'],
  pending: ['… Beworben', 'Das Organisationsteam hat noch nicht entschieden. Es gibt nichts zu tun.'],
  waitlisted: ['… Warteliste', 'Wird ein Platz frei, bekommst du eine E-Mail.'],
  rejected: ['✕ Diesmal nicht dabei', 'Das Organisationsteam konnte dir keinen Platz anbieten.'],
  cancelled: ['✕ Abgesagt', 'Du hast diesen Platz zurückgegeben.'],
};

export const ticket: typeof en.ticket = {
  answers: 'Meine Antworten',
  code: 'Der QR-Code deines Tickets',
  show: 'Der QR-Code deines Tickets. Groß anzeigen',
  calendar: 'In meinen Kalender',
  directions: 'Wegbeschreibung',
  now: 'Jetzt',
  over: 'Vorbei',
  soon: 'Gleich geht es los',
  toGo: (time) => `Noch ${time}`,
};

export const refusals: typeof en.refusals = {
  isOffline: 'Du bist offline. Versuch es noch einmal, wenn das Netz wieder da ist.',
  TEAM_FULL: 'Das Team ist voll.',
  ALREADY_IN_TEAM: 'Du bist schon in einem Team dieses Hackathons. Verlass es zuerst.',
  NOT_ACCEPTED_ON_TRACK: 'Du brauchst zuerst einen Platz auf dem Track dieses Teams.',
  NOT_ACCEPTED: 'Dein Platz ist inzwischen auf die Warteliste gegangen.',
};
