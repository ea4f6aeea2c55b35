/** Texts of the setup of a hackathon, in English. */
import { counted, number } from '../../../shared/intl.ts';

export const setup = {
  title: 'Setup',
  parts: 'Parts of the setup',
  checklist: 'Checklist',
  hackathon: 'Hackathon',
  looks: 'Looks',
  tracks: 'Tracks',
  form: 'Form',
  doors: 'Doors',
  roles: 'Roles',
  organization: 'Organization',
  prizes: 'Prizes',
  connections: 'Connections',
  file: 'Event file',
};

export const checklist = {
  done: '✓ done',
  open: '□ open',
  isPublished: 'It is published. Open the registration of its tracks next.',
  publish: 'Publish',
  isDraft: 'This is a draft: only your organization sees it. Publishing it publishes its tracks as well.',
  seeApply: 'See the page to apply',
  seePage: 'See its page',
  canApply: 'People can apply.',
  cannotApply: 'It is published. Nobody can apply before the registration of a track is open.',
  missing: (names: readonly string[]) => `missing: ${names.join(', ')}`,
  name: 'Name and description',
  sayAbout: 'say in a few sentences what it is about',
  dates: 'Dates',
  datesOf: 'of the hackathon and of each track',
  beginAndEnd: 'begin, end and time zone',
  tracks: 'Tracks',
  trackCount: (n: number) => counted(n, 'track', 'tracks'),
  questions: 'Questions',
  questionCount: (n: number) => counted(n, 'question', 'questions'),
  emailAlone: 'people are asked for their email alone',
  published: 'Published',
  areFinal: 'the hackathon and its tracks are final',
  registration: 'Registration',
  openOn: (open: number, all: number) => `open on ${number(open)} of ${counted(all, 'track', 'tracks')}`,
  doors: 'Doors',
  whereIn: 'where people check in',
  criteria: 'Criteria',
  ofEach: 'of each track',
  judges: 'Judges',
  onEach: 'on each track',
  invited: (people: number) => `${number(people)} invited`,
};

export const copying = {
  nothing: 'Nothing is copied.',
  done: (parts: readonly string[]) => `Copied: ${parts.join(', ')}. Change what does not fit.`,
  questions: (n: number) => counted(n, 'question', 'questions'),
  doors: (n: number) => counted(n, 'door', 'doors'),
  criteria: (n: number) => counted(n, 'criterion', 'criteria'),
};

export const details = {
  statuses: { draft: 'Draft: only the organization sees it', final: 'Published' },
  visibilities: {
    public: 'Everybody',
    unlisted: 'Everybody who has its address',
    private: 'Only the organization and people who take part',
  },
  saved: 'Saved.',
  description: 'Description',
  descriptionHint: 'On the page to apply; an empty line begins a paragraph.',
  place: 'Place',
  placeHint: 'On tickets and in emails',
  format: 'Format',
  visibleTo: 'Visible to',
  status: 'Status',
  begins: 'Begins',
  ends: 'Ends',
  applying: 'Applying',
  opens: 'Registration opens',
  opensHint: 'Empty: as soon as a track is open',
  closes: 'Registration closes',
  closesHint: 'Empty: when you close the tracks',
  largestFile: 'Largest file, in MB',
  largestFileHint: (most: number) => `That people answer with; empty: ${number(most)}`,
  blind: 'Reviewers do not see who applied: names, addresses, schools, links and files are hidden',
  privacy: 'Privacy notice',
  privacyHint: 'Its address. People agree to it when they apply; empty: they are not asked to',
  terms: 'Terms',
  termsHint: 'The same of terms or a code of conduct',
  seats: 'Seats',
  places: 'Places',
  placesHint: 'People who can be accepted; empty: no limit',
  hours: 'Hours to confirm',
  hoursHint:
    'People who are accepted say within so many hours that they come, or lose their place to the waiting list; empty: nobody is asked',
  moves: 'Seats that become free go to the waiting list by themselves',
  teams: 'Teams',
  selfService: 'People make and join teams themselves',
  fixedFrom: 'Teams are fixed from',
  fixedHint: 'Empty: never',
  gallery: 'Projects are visible to',
  galleries: { closed: 'People of the hackathon', open: 'Everybody' },
  delete: 'Delete the hackathon',
  deleteWhich: (name: string) => `Delete ${name}?`,
  allGone: 'Its tracks, people, teams and scores are gone for everybody. This cannot be taken back.',
};

export const retention = {
  title: 'Personal data',
  days: 'Days until people are erased',
  hint: 'So many days after the end, names, addresses, answers and files of its people go; counts and rankings stay. Empty: nobody is erased',
  all: (people: number, files: number, emails: number) =>
    `${counted(people, 'person', 'people')}, ${counted(files, 'file', 'files')} and ${counted(emails, 'waiting email', 'waiting emails')}`,
  noEnd: (all: string) => `${all}. The hackathon has no end yet, so nothing is erased.`,
  on: (all: string, day: string) => `${all} are erased on ${day}, counted from the end that is saved.`,
  overdue: (all: string) =>
    `These days are over already: ${all} are erased within the hour, and nothing brings them back.`,
  overdueOnceSaved: (all: string) =>
    `These days are over already: ${all} are erased within the hour after you save, and nothing brings them back.`,
  eraseNow: 'Erase them now',
};

export const file = {
  download: 'Download',
  about: 'All of the hackathon as one file, with its people and teams. Applied again it changes nothing.',
  downloadFile: 'Download the event file',
  bringIn: 'Bring in a file',
  bringInAbout: 'Choose an event file of this organization. You see what it would change before anything does.',
  label: 'Event file',
  prune: 'Also remove settings that the file does not name; never people and what they did',
  applied: (changes: string) => `Applied: ${changes}.`,
  line: (line: number, why: string) => `Line ${line}: ${why}`,
  more: (n: number) => `and ${number(n)} more`,
  created: (n: number) => `${number(n)} created`,
  changed: (n: number) => `${number(n)} changed`,
  removed: (n: number) => `${number(n)} removed`,
  verbs: { create: 'new', change: 'changed', remove: 'removed' },
  nothing: 'Everything in the file is as it says: nothing would change.',
  plan: (n: number, changes: string) => `It would change ${counted(n, 'thing', 'things')}: ${changes}.`,
  apply: 'Apply it',
  lose: (n: number) => `${counted(n, 'person loses', 'people lose')} a place or a team by it.`,
  fileWins:
    'The file wins over what was decided since it was written. To keep that, download the file and make your changes in it.',
  othersLose: (n: number) =>
    `By now ${counted(n, 'person would lose', 'people would lose')} a place or a team: choose the file anew, and see who.`,
};

export const looks = {
  letters: {
    accepted: 'In the email to people who are accepted',
    waitlisted: 'In the email to people on the waiting list',
    rejected: 'In the email to people who are rejected',
  },
  saved: 'Saved.',
  logo: 'Logo',
  logoHint: 'Address of a picture, at the head of every email about the hackathon',
  answersTo: 'Answers go to',
  answersHint: 'The address to which people reply; empty: that of the service',
  ownWords: 'Own words',
  ownWordsHint: 'A paragraph of yours, with **bold**, *emphasis*, - lists and [links](https://…).',
  placeholders: '{first_name} {hackathon} {track} differ for each. Empty: none.',
  colour: 'Colour',
  colourHint: 'Of buttons and links in emails, such as #4338ca; empty: that of the service',
  colourRule: '# and six digits, or letters from a to f',
  pick: 'Pick the colour',
};

export const make = {
  first: 'Make your first hackathon',
  title: 'Make a hackathon',
  about: 'It stands as a draft that only your organization sees, until you publish it. All of this can be changed.',
  format: 'Format',
  make: 'Make the draft',
  organization: 'Organization',
  startFrom: 'Start from',
  nothing: 'Nothing',
  partsOf: (name: string) => `Questions, doors and criteria of ${name}`,
  tracks: 'Tracks',
  tracksHint: 'People register on tracks and form teams there. Separate several by commas; one is enough.',
  tracksExample: 'Climate, Open Data',
  begins: 'Begins',
  ends: 'Ends',
};

export const zoned = {
  zone: 'Time zone',
  zoneHint: 'Of the place, such as Europe/Berlin. All times are told in it.',
  noZone: 'There is no zone of this name.',
  timesOf: (zone: string) => `Times are those of ${zone}.`,
};

export const points = {
  title: 'Doors',
  add: 'Add a door',
  none: 'No door yet. A door is where tickets are scanned, or what people have handed in is checked.',
  types: {
    attendance: 'Check-in',
    doorkeeper: 'Badge desk',
    milestone: 'Hand-in gate',
    meal: 'Meal',
    item: 'Handing out, such as T-shirts',
  },
  door: 'Door',
  whole: 'Whole hackathon',
  kind: 'Kind',
  open: 'Open',
  caption: 'All doors',
  of: 'Of',
  opens: 'Opens',
  closes: 'Closes',
  portions: 'Portions for each person',
  toHandIn: 'To hand in',
  toHandInHint: 'One on each line, such as Repository',
  isNeeded: 'Needed to pass',
  deleting: 'Devices that scan there stop offering it. A door at which something was scanned stays.',
};

/** Of windows and messages about one of several. */
export const items = {
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}?`,
  deleted: (name: string) => `${name} is deleted.`,
  saved: (name: string) => `${name} is saved.`,
};

export const roles = {
  names: {
    ORGANIZER: 'Organizer',
    MENTOR: 'Mentor',
    JUDGE: 'Judge',
    TECH_PARTNER: 'Technical partner',
    PARTNER: 'Partner',
    PARTICIPANT: 'Participant',
  },
  title: 'Roles',
  invite: 'Invite',
  inviteSomebody: 'Invite somebody',
  none: 'Nobody has a role on a track yet. Owners and administrators need none.',
  person: 'Person',
  role: 'Role',
  track: 'Track',
  invitedUntil: (day: string) => `invited until ${day}`,
  caption: 'All roles',
  held: (name: string, role: string, track: string) => `${name}, ${role} of ${track}`,
  withdraw: 'Withdraw',
  takeFrom: (name: string) => `Take the role from ${name}?`,
  withdrawn: (name: string, role: string, track: string) => `${name} is ${role.toLowerCase()} of ${track} no more.`,
  judgesNoMore: (name: string, track: string) =>
    `${name} judges ${track} no more. Scores that were handed in stay; what was not is taken away.`,
  losesRights: (name: string, track: string) => `${name} loses what the role allows on ${track}.`,
  uninvite: (email: string) => `Withdraw the invitation of ${email}?`,
  uninvited: (email: string, track: string) => `${email} is invited to ${track} no more.`,
  linkEnds: (track: string) => `The link in the email no longer leads to ${track}.`,
  uninviteLabel: 'Withdraw',
  isAnswered: 'It was accepted or withdrawn meanwhile.',
  tracks: 'Tracks',
  needAccount: 'Organizers need an account, and become members of the organization at once.',
  message: 'Message',
  makeOrganizer: 'Make organizer',
  noAccount: 'Nobody has an account with this email. Ask them to sign up first.',
  invited: (email: string) => `${email} is invited by email.`,
  invitedBefore: (email: string) => `${email} was invited before.`,
  isOrganizer: (email: string) => `${email} is an organizer now.`,
};

/** The languages of a hackathon's own texts. */
export const languages = {
  title: 'Languages',
  textsAreIn: 'The texts are in',
  one: 'One language',
  alsoIn: 'And also in',
  alsoHint: 'Each text gets a field for each of them. People read the language of their page.',
  inOthers: 'In other languages',
};

/** In the place of a hackathon. */
export const noHackathon = {
  open: (name: string) => `Open ${name}`,
  toTickets: 'My tickets',
  notYours: 'This hackathon is not among yours',
  noneYet: 'You organize no hackathon yet',
  chooseAbove: 'Choose one of yours above.',
  askAnOwner:
    'Ask an owner of your organization to make you an administrator, or an organizer of a track. A new organization is made by those who run this service. Then open this page again.',
};

/** Where hackathons and tracks take place. */
export const formats = { onsite: 'On site', online: 'Online', hybrid: 'On site and online' };
