/** Texts of the parts of tickets that load later, in English. */
import type { ComponentChildren } from 'preact';
import { counted, number, ordinalForm, plural } from '../../../shared/intl.ts';

export const answers = {
  loading: 'Fetching your answers',
  onTrack: (track: string) => `On ${track}`,
  noneGiven: 'Nothing answered.',
  noneAsked: 'Nothing was asked.',
  change: 'Change my answers',
  isSaving: 'Saving…',
  save: 'Save',
  leave: 'Leave as it was',
  isOffline: 'You are offline. Your changes are still here: save them when the network is back.',
  isDecided: 'The organizers have decided meanwhile: answers stay as they are.',
  look: 'Please look at the answers marked above.',
  former: 'A former question',
  yes: 'Yes',
  no: 'No',
};

export const place = {
  isConfirmed: '✓ You have confirmed that you will come.',
  hasLapsed:
    'You did not confirm your place in time, so it may go to somebody else. If you still want to come, write to the organizers: they can give you a place again.',
  willYouCome: 'Will you come?',
  confirmBefore: (when: string) =>
    ` Confirm before ${when}, or give up your place. After that, somebody else may get it.`,
  confirm: 'Yes, I will come',
  giveUp: 'Give up my place',
  giveUpQuestion: (hackathon: string) => `Give up your place at ${hackathon}?`,
  giveUpMeans: 'Your place goes to someone else and you leave your team. This can’t be undone.',
  leaveTrack: 'Leave this track',
  leaveQuestion: (track: string) => `Leave ${track}?`,
  leaveMeans: 'You leave your team there. Your other tracks stay.',
  keep: 'Keep my place',
};

/** For those without a team. */
export const finding = {
  title: 'Team',
  noTeam: 'You are in no team yet. Start one, join an open one, or open a link that somebody sends you.',
  start: 'Start a team',
  open: 'Open teams',
  placesLeft: (n: number) => plural(n, 'one place left', `${number(n)} places left`),
  join: 'Join',
  joinTeam: (name: string) => `Join ${name}`,
  looking: (n: number) => plural(n, 'One person looks for a team', `${number(n)} people look for a team`),
  name: 'Name',
  problem: 'What you want to solve (optional)',
  isOpen: 'Others may join without a link',
  isLooking: 'Show me to others as somebody who looks for a team',
  byCode: 'I have a code',
  code: 'The code of the invitation',
  byOrganizers: 'The organizers form the teams. Yours is shown here as soon as you are in one.',
  found: 'Start the team',
};

export const team = {
  title: (name: string) => `Team ${name}`,
  table: (name: ComponentChildren): ComponentChildren => ['Table ', name],
  isLocked: (since: string) => `Teams have been fixed since ${since}. Only organizers change them now.`,
  won: (prizes: string) => `Won: ${prizes}`,
  change: 'Change name and problem',
  isFull: 'The team is full.',
  placesLeft: (n: number) => plural(n, 'One place is left.', `${number(n)} places are left.`),
  newLink: 'Make a new link',
  invite: 'Invite by link',
  send: 'Send this link to whom you want in your team:',
  goodUntil: (when: string) => `Good until ${when}. A new link ends this one.`,
  orCode: (code: ComponentChildren): ComponentChildren => ['Or the code: ', code],
  share: 'Share the link…',
  isCopied: '✓ Copied',
  copy: 'Copy the link',
  leave: 'Leave the team',
  leaveQuestion: (name: string) => `Leave ${name}?`,
  othersStay: 'Your place in it goes to others.',
  isLast: 'You are its last member: it ends.',
  stay: 'Stay',
  leaveIt: 'Leave it',
  whoLeads: 'Who leads then?',
  left: 'Somebody who left',
  leads: 'leads',
  makeLeader: 'Make leader',
  makeNamedLeader: (name: string) => `Make leader: ${name}`,
  leadQuestion: (name: string) => `Make ${name} the leader?`,
  leadMeans: (name: string) => `Only ${name} can give it back to you.`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `Remove ${name} from the team?`,
  removeMeans: 'Their place becomes free, and the link to the team ends.',
  cancel: 'Cancel',
};

export const project = {
  of: (team: string) => `Project of ${team}`,
  title: 'Project',
  closesSoon: (when: string) => `Less than a minute left: projects close at ${when}.`,
  handInUntil: (when: string | null) => `Hand it in${when === null ? ' at any time' : ` until ${when}`}.`,
  changeUntil: (when: string | null) =>
    `Handed in. You can change it${when === null ? ' at any time' : ` until ${when}`}.`,
  wasLate: (seconds: number) => `It arrived ${counted(seconds, 'second', 'seconds')} late, and counts.`,
  hasClosed: (when: string, isHandedIn: boolean) =>
    `Projects closed on ${when}. ${isHandedIn ? 'Yours is handed in.' : 'Nothing was handed in.'}`,
  name: 'Title',
  description: 'What it does (optional)',
  links: 'Links (optional), one in each line',
  video: 'Video (optional)',
  videoHint: 'Its address, such as https://…',
  builtWith: 'Built with (optional)',
  builtWithHint: 'Separated by commas: Rust, Postgres',
  show: 'Show it among the projects of the hackathon',
  isHandingIn: 'Handing in…',
  handIn: 'Hand in',
  refused: (why: string) => `✕ Not taken: ${why}`,
  isSaved: '✓ Saved',
  isSaving: '… Saving',
  keepsNothing: '! This device keeps nothing: leave this page open until it is saved.',
  doesNotCount: '□ Kept on this device. It does not count until you hand it in.',
  isSentSoon: '□ Kept on this device, and sent in a moment.',
  isSentLater: '□ Kept on this device, and sent when the network is back.',
  prizes: 'Prizes you enter for (optional)',
  all: 'Projects of all teams',
};

export const code = {
  label: 'The QR code of your ticket',
  close: 'Close',
};

/** By the form of the ordinal. */
const ordinals = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
export const result = {
  /** @param all The number of teams that were ranked. */
  rank: (n: number, all: number | undefined) =>
    `${number(n)}${ordinals[ordinalForm(n)]}${all === undefined ? '' : ` of ${number(all)}`}`,
  score: (score: string, best: number | undefined) => (best === undefined ? score : `${score} of ${number(best)}`),
  explanation: 'How your score was calculated',
};
