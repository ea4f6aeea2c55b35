/** Texts of the page to judge, in English. */
import type { ComponentChildren } from 'preact';
import { listed, number, plural } from '../../shared/intl.ts';

export const judge = {
  title: 'Your teams',
  keepsNothing:
    'This device keeps nothing, as in a private window. Wait until your scores are saved before you close the page, or they are lost.',
  offline: 'Offline. Go on: what you type is kept here, and sent when the network is back.',
  isFetching: 'Fetching your teams',
  lookAgain: 'Look again',
  noTeam: 'No team is yours to judge yet. Once the organizers have assigned you some, they are listed here.',
};

export const list = {
  handedIn: 'Handed in',
  waits: 'Waits for the network',
  ready: 'Ready to hand in',
  /** @param of Makes the counts stand out. */
  progress: (done: number, all: number, of: (counts: string) => ComponentChildren): ComponentChildren => [
    of(`${number(done)} of ${number(all)}`),
    ' handed in',
  ],
  progressBar: 'Teams that are handed in',
  /** Everything is handed in. */
  allDone: (all: number) => plural(all, 'Handed in. Thank you.', `All ${number(all)} handed in. Thank you.`),
  start: (team: string) => `Start with ${team} →`,
  goOn: (team: string) => `Continue: ${team} →`,
  scored: (given: number, all: number) => `${number(given)} of ${number(all)} scored`,
};

export const team = {
  place: (n: number, all: number) => `${number(n)} of ${number(all)}`,
  /** @param name Makes it stand out. */
  table: (name: ComponentChildren): ComponentChildren => ['Table ', name],
  forPrize: (prize: string) => `For the prize ${prize}`,
  isDone: 'Handed in. Only the organizers can reopen it.',
  noCriteria: 'The organizers have not said yet what teams are judged by.',
  handedIn: '✓ Handed in.',
  teams: 'Teams',
  all: 'All teams',
  previous: 'Previous',
  next: 'Next',
  goOn: (next: string) => `Next: ${next} →`,
  goBack: 'All teams →',
};

/** Whether the service has the scores. */
export const saved = {
  refused: (why: string) => `Not saved: ${why}`,
  waits: 'Kept on this device. It is sent when the network is back.',
  isSaving: 'Saving',
  soon: 'Saving soon',
  words: 'Kept on this device. Give a score to send your comment.',
  done: 'Saved',
  empty: 'No scores yet',
};

export const project = {
  label: 'Project',
  none: 'This team has handed in no project yet.',
  video: 'Video',
  links: 'Links',
  builtWith: 'Built with',
  handedIn: (at: string) => `Handed in ${at}`,
  late: (at: string, seconds: number) =>
    `Handed in ${at}; last changed ${number(seconds)} ${plural(seconds, 'second', 'seconds')} after the deadline`,
  yes: 'Yes',
  no: 'No',
};

export const scores = {
  words: (criterion: string) => `Add words on ${criterion}`,
  comment: 'Comment for the organizers',
  feedback: 'Feedback for the team',
  lower: (criterion: string) => `Lower ${criterion}`,
  raise: (criterion: string) => `Raise ${criterion}`,
  field: (criterion: string, min: number, max: number) => `Score for ${criterion}, ${number(min)} to ${number(max)}`,
  slider: (criterion: string) => `Score for ${criterion}, as a slider`,
  none: 'No score yet',
  wrong: (min: number, max: number, step: number) =>
    `From ${number(min)} to ${number(max)} in steps of ${number(step)}.`,
};

export const handIn = {
  isDone: (team: string) => `${team} is handed in.`,
  isUnderWay: (team: string) => `Handing in ${team}.`,
  waits: (team: string) => `${team} is handed in once the network is back.`,
  backTo: (team: string) => `Back to ${team}`,
  failed: (team: string, why: string) => `${team} is not handed in. ${why}`,
  otherScale: (criteria: readonly string[]) => `The scale is another one by now: score ${listed(criteria)} anew.`,
  undo: 'Undo',
  handIn: 'Hand in',
  handInThen: (next: string) => `Hand in, next: ${next} →`,
  missing: 'Scores are missing',
  back: 'Back',
};

export const declining = {
  know: 'I know this team',
  ask: (team: string) => `Decline ${team}?`,
  why: 'For when you know a team too well. Somebody else judges it then; scores that you gave it are deleted.',
  reason: 'Reason, for the organizers',
  sayWhy: 'Say why, in a few words.',
  decline: 'Decline',
  keep: 'Keep the team',
  close: 'Close',
  declined: 'Declined',
  isTelling: '… Telling the organizers',
  waits: '… Waits for the network',
  takeBack: 'Take back',
  aTeam: 'A team',
  done: (team: string) => `${team} is off your list. The organizers see why.`,
  handedIn: (team: string) => `${team} could not be declined: it is handed in already. Talk to the organizers.`,
  failed: (team: string, why: string) => `${team} could not be declined: ${why}`,
};
