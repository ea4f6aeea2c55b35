/** Texts of the tracks of a hackathon, in English. */
import { number } from '../../../../shared/intl.ts';

export const tracks = {
  title: 'Tracks',
  add: 'Add a track',
  none: 'People register on tracks, so a hackathon needs one at least.',
  track: 'Track',
  status: 'Status',
  published: '✓ published',
  draft: 'draft',
  registration: 'Registration',
  allGone: 'Its registrations, teams and scores are gone for everybody. This cannot be taken back.',
  caption: 'All tracks',
  noDates: 'no dates yet',
  takes: (track: string) => `${track} takes registrations.`,
  takesNoMore: (track: string) => `${track} takes no more registrations.`,
  isOpen: '✓ open',
  isClosed: 'closed',
  open: 'Open',
  close: 'Close',
  openFor: (track: string) => `Open the registration: ${track}`,
  closeFor: (track: string) => `Close the registration: ${track}`,
  openAllTheSame: (track: string) => `Open ${track} all the same?`,
  openIt: 'Open it all the same',
};

/** Questions that a track asks of its projects. */
export const projectQuestions = {
  of: (track: string) => `Questions to projects: ${track}`,
  about: 'Teams answer them when they hand in, beside title, description and links.',
  none: 'No question yet.',
  questions: 'Questions',
  back: 'Back to the questions',
};

/** Reasons against opening the registration of a track, by code. */
export const warnings = {
  NO_DATES: 'The track has no dates.',
  MAX_PARTICIPANTS_REACHED: 'All places of the hackathon are taken.',
  SUPER_EVENT_DRAFT: 'The hackathon is a draft: nobody can apply before it is published.',
  EVENT_IS_DRAFT: 'The track is a draft: nobody can apply before it is published.',
  EVENT_NOT_PAID: 'The payment of the hackathon is not complete, so nobody can be accepted.',
};

export const trackForm = {
  statuses: { draft: 'Draft', final: 'Published' },
  asHackathon: 'As the hackathon has it',
  byPeople: 'By people themselves',
  byOrganizers: 'By organizers alone',
  further: 'Place, time zone, teams, files and stream',
  format: 'Format',
  begins: 'Begins',
  beginsHint: 'Empty: as the hackathon',
  ends: 'Ends',
  handInUntil: 'Projects can be handed in until',
  handInHint: 'Empty: always',
  status: 'Status',
  place: 'Place',
  placeHint: 'Empty: that of the hackathon',
  teamsAreMade: 'Teams are made',
  fixedFrom: 'Teams are fixed from',
  fixedHint: 'Empty: as the hackathon has it',
  largest: 'Largest team',
  largestHint: (usual: number) => `People in it; empty: ${number(usual)}`,
  largestFile: 'Largest file, in MB',
  largestFileHint: 'That people answer with; empty: as the hackathon has it',
  stream: 'Stream',
  streamHint: 'Its address; optional',
  streamKept: 'Its address is not shown again. Empty: it stays as it is',
  noStream: 'Take the stream away',
  streamBegins: 'The stream begins',
};
