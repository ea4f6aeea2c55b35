/** Texts about people that load after their list, in English. */
import type { ComponentChildren } from 'preact';
import { counted, number } from '../../../shared/intl.ts';

export const onboarding = {
  explained:
    'People with an account are accepted at once. Everybody else gets an email with a link, and is in once they follow it.',
  firstName: 'First name',
  lastName: 'Last name',
  enrolled: (email: string) => `${email}: They have an account: accepted at once.`,
  invited: (email: string) => `${email}: An email with a link is on its way to them.`,
  already_invited: (email: string) => `${email}: They were invited before; the link in that email is still good.`,
  already_enrolled: (email: string) => `${email}: They are accepted already.`,
};

export const forecast = {
  accepted: 'Accepted',
  confirmed: 'Confirmed',
  waiting: 'Waiting',
  lapsed: 'Lapsed',
  expected: (n: number) => `About ${number(n)} will come`,
  measured: (share: string, hackathon: string) => `${share}: the share that came to ${hackathon}`,
  estimated: (share: string) => `${share}: an estimate, nothing is known of an earlier hackathon`,
};

const several = (n: number) => counted(n, 'person', 'people');

/** Deciding about many people at once. */
export const bulk = {
  group: 'Decide about those who are ticked',
  ticked: (
    n: number | 'all',
    strong: (text: string) => ComponentChildren,
    quiet: (text: string) => ComponentChildren,
  ) => [strong(n === 'all' ? 'Everybody here' : several(n)), ' ', quiet('ticked')],
  accepted: 'Accept',
  waitlisted: 'Waitlist',
  rejected: 'Reject',
  pending: 'Set back',
  untick: 'Untick',
  more: 'More choices',
  track: 'Accept on',
  ownTracks: 'Those that people applied for',
  confirmBy: 'To be confirmed by',
  confirmByHint: 'Of those who are accepted; empty: as the hackathon says',
  letters: 'Email them',
  secondsLeft: (seconds: number) => `(${number(seconds)} s)`,
  emailsWait: 'Their emails leave when it can no longer be undone.',
  moved: 'Moved',
  andMore: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(', ')} and ${number(more)} more` : names.join(', '),
  moreRefused: (n: number) => `and ${number(n)} more`,
};

/** The fate of the email, once a decision on one person is undone. */
export const undone = {
  untold: 'Undone. Their email had not left, and is not sent.',
  told: 'Undone. Their email had left already; another one corrects it.',
};

/** The outcome of a decision about many, and of its undo. */
export const outcomes = {
  decided: {
    accepted: (n: number) => `${several(n)} accepted.`,
    waitlisted: (n: number) => `${several(n)} on the waiting list.`,
    rejected: (n: number) => `${several(n)} rejected.`,
    pending: (n: number) => `${several(n)} undecided again.`,
  },
  unchanged: (n: number) => `${number(n)} were so already.`,
  refused: (n: number) => `${number(n)} did not move.`,
  left: (n: number, most: number) => `${number(n)} more are left: a decision is about ${number(most)} people at most.`,
  undone: (n: number) => `Taken back for ${several(n)}.`,
  withoutTeam: (n: number) => `${number(n)} could not go back to their team.`,
  stayed: {
    NOT_FOUND: (name: string) => `${name} is not there any more.`,
    DECIDED_ANEW: (name: string) => `${name} was decided about anew since.`,
    MAX_PARTICIPANTS_REACHED: (name: string) => `${name} did not fit: the hackathon is full.`,
  },
};

export const checkIns = {
  title: 'Check-ins',
  none: 'None yet.',
  byHand: (when: string) => `${when}, by hand`,
  annul: 'Annul',
  reason: 'By hand, at the desk',
  annulAt: (point: string) => `Annul the check-in at ${point}?`,
  annulled: (name: string, point: string) => `${name} is not checked in at ${point} any more.`,
  onceMore: (name: string) => `${name} may then be checked in there once more. The log keeps both.`,
  point: 'Check-in point',
  checkIn: 'Check in by hand',
  checkedIn: (name: string, point: string) => `${name}: checked in at ${point}.`,
  wasCheckedIn: (name: string, point: string) => `${name}: was checked in at ${point} before.`,
  handInFirst: (name: string, titles: string) => `${name}: the team has to hand in first: ${titles}.`,
};

export const confirming = {
  title: 'Will they come?',
  lapsed: (when: string) => `They did not confirm in time, and lost their place ${when}.`,
  confirmed: (when: string) => `✓ Confirmed ${when}.`,
  until: (when: string) => `Not confirmed yet. They lose their place to the waiting list ${when}.`,
  notAsked: 'They are not asked to confirm.',
  by: 'To be confirmed by',
  set: (when: string) => `To be confirmed before ${when}.`,
  lifted: 'They need not confirm any more.',
  setAnother: 'Set another time',
  ask: 'Ask them to confirm',
  askNoMore: 'Ask no more',
};

/** The window of a person. */
export const person = {
  title: 'Person',
  notFound: 'Nobody in this hackathon is found here.',
  answers: 'Answers',
  noAnswers: 'Nothing was asked, or nothing answered.',
  formerQuestion: (label: string | undefined) => (label ? `${label} (deleted)` : 'A former question'),
  consent: 'Consent',
  consented: (when: string) => `Given ${when}, to`,
  tracks: 'Tracks',
  acceptOn: (track: string) => `Accept on ${track}`,
  acceptedOn: (track: string) => `Accepted on ${track}.`,
  teams: 'Teams',
  since: (when: string, left: string | null) => (left ? `since ${when}, left ${left}` : `since ${when}`),
  reviews: 'Reviews',
  noScore: 'The score comes in a moment.',
  score: (score: string) => `Score ${score}`,
  review: (score: string, reviewer: string, quiet: (text: string) => ComponentChildren) => [
    score,
    ' ',
    quiet(`from ${reviewer}`),
  ],
};

export const erasure = {
  title: 'Personal data',
  erase: 'Erase their data',
  sure: (name: string) => `Erase the data of ${name}?`,
  erased: (name: string) => `The data of ${name} is erased.`,
  gone: (strong: (text: string) => ComponentChildren) => [
    strong('Gone at once:'),
    ' all that this hackathon has of their name, address, answers, files, check-in code and waiting emails, notes about their application, and comments that they wrote. If it is not over, they also lose their place and leave their team.',
  ],
  kept: (strong: (text: string) => ComponentChildren) => [
    strong('Kept:'),
    ' check-ins, scores, rankings and names of teams, without their name; and their account with what other hackathons have. An account that never had a way to sign in, and has nothing else, goes as well.',
  ],
  forGood: 'This cannot be taken back.',
};
