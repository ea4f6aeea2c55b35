/** Texts about tables of people, teams and projects, in English. */
import { counted, number } from '../../../shared/intl.ts';

export const tables = {
  status: 'Status',
  takeAlong: 'Take along',
  explained:
    'People are those of the status and track above, with all their answers. Teams and projects are all there are.',
  people: 'People as CSV',
  mlh: 'People for MLH',
  mlh_checkins: 'Check-ins for MLH',
  teams: 'Teams as CSV',
  projects: 'Projects as CSV',
};

/** The statuses to choose from. */
export const tableStatuses = {
  all: 'All',
  accepted: 'Accepted',
  pending: 'Pending',
  waitlisted: 'Waitlisted',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

export const uploads = {
  title: 'Files',
  none: 'No question of this hackathon asks for a file.',
  explained: 'What people of the status above handed in, with a list that says whose each file is.',
  of: 'Files of',
  allQuestions: 'All questions',
  ticked: 'Only of those who ticked',
  anything: 'Anything or nothing',
  saving: 'Saving …',
  zip: 'Files as a zip',
};

export const answers = {
  title: 'Answers, counted',
  print: 'Print',
  everybody: 'everybody',
  none: 'No question of this hackathon is chosen from a list, so there is nothing to count.',
  seeQuestions: 'See the questions',
  answered: (answered: number, people: number) =>
    `${number(answered)} of ${counted(people, 'person', 'people')} answered.`,
  yes: 'Yes',
  no: 'No',
};

export const bringIn = {
  title: 'Bring in people',
  explained:
    'A CSV of pretix, Google Forms, Devpost or of your own, up to 5 MB. People with an account are accepted, all others are invited by email. You see what it would do before anything is done.',
  table: 'Table of people',
  columns: 'What the columns hold',
  would: (rows: number, enrolled: number, invited: number, unchanged: number, refused: number) =>
    `Of ${counted(rows, 'line', 'lines')}, ${number(enrolled)} would be accepted, ${number(invited)} invited, ${number(unchanged)} left as they are, and ${number(refused)} refused.`,
  refusedLeftOut: 'Refused lines are left out; all others are brought in.',
  apply: 'Bring them in',
  problems: 'Problems',
  line: (line: number) => `Line ${line}`,
  problem: (column: string | null, message: string) => (column ? `, ${column}: ${message}` : `: ${message}`),
  lineProblem: (line: number, message: string) => `Line ${line}: ${message}`,
  more: (n: number) => `and ${number(n)} more`,
};

/** Meanings that a column may have. */
export const held = {
  ignore: 'Nothing of this',
  email: 'Email address',
  first_name: 'First or whole name',
  last_name: 'Last name',
  track: 'Track',
  answer: (question: string) => `Answer: ${question}`,
};

export const came = {
  title: 'What came of it',
  running: 'Under way',
  done: 'Done',
  failed: 'Not all of it could be done',
  counts: (state: string, enrolled: number, invited: number, unchanged: number, refused: number, rows: number) =>
    `${state}: ${number(enrolled)} accepted, ${number(invited)} invited, ${number(unchanged)} left as they were, ${number(refused)} refused, of ${number(rows)}.`,
  linesDone: 'Lines done',
  outcomes: 'Outcome of each line',
  enrolled: 'accepted',
  invited: 'invited',
  unchanged: 'left as it was',
  refused: 'refused',
  outcome: (outcome: string, why: string | undefined) => (why ? `: ${outcome}, for ${why}` : `: ${outcome}`),
};

/** Why a line was not brought in, by code. */
export const lineReasons = {
  INVALID_EMAIL: 'it has no email address',
  INVALID_TRACK: 'it names a track that there is not',
  NOT_ACCEPTED: 'its status says that the person was not accepted',
  VALIDATION_FAILED: 'an answer is not right',
  NOT_FOUND: 'the hackathon was deleted',
  EVENT_NOT_PAID: 'the hackathon is not paid',
  NO_TRACKS: 'the hackathon has no tracks',
  REGISTRATION_CLOSED: 'registration is closed',
  MAX_PARTICIPANTS_REACHED: 'the hackathon is full',
};
