/** Texts about judging, in English. */
import type { ComponentChildren } from 'preact';
import { counted, listed, number, percent, plural } from '../../../shared/intl.ts';

const teams = (n: number) => counted(n, 'team', 'teams');
const reviews = (n: number) => counted(n, 'review', 'reviews');
const assignments = (n: number) => counted(n, 'assignment', 'assignments');
const pairs = (n: number) => counted(n, 'pair', 'pairs');

export const judging = {
  criteria: 'Criteria',
  judges: 'Judges',
  ranking: 'Ranking',
  steps: 'Steps of judging',
  noTrack: 'This hackathon has no track yet, so there is nothing to judge.',
  seeTracks: 'See the tracks',
  track: 'Track',
  team: 'Team',
  judge: 'Judge',
  reviews: 'Reviews',
};

export const criteria = {
  caption: 'All criteria',
  add: 'Add a criterion',
  addFirst: 'Add the first criterion',
  none: 'Without criteria judges have nothing to score.',
  criterion: 'Criterion',
  weight: 'Weight',
  whole: `Weights add up to ${percent(1)}.`,
  notWhole: (total: string) => `Weights add up to ${total}. Scores are out of the best at ${percent(1)}.`,
  editWho: (name: string) => `Edit ${name}`,
  deleteWho: (name: string) => `Delete ${name}?`,
  deleteWithScores: 'Delete with its scores',
  deleted: (name: string) => `${name} is deleted.`,
  submittedScores: (n: number) =>
    `${counted(n, 'score', 'scores')} that judges have handed in for it ${plural(n, 'is', 'are')} deleted as well.`,
  begunScores: 'Scores that judges have begun to give for it are deleted as well.',
  saved: (name: string) => `${name} is saved.`,
  description: 'Description',
  descriptionHint: 'What judges should look at; optional',
  weightInPercent: 'Weight in percent',
};

/** The scale of scores. */
export const scale = {
  title: 'Scale',
  said: (min: number, max: number, step: number, hasSlider: boolean) =>
    `Scores on every track go from ${number(min)} to ${number(max)} in steps of ${number(step)}, with ${hasSlider ? 'a slider' : 'a number'}.`,
  change: 'Change the scale',
  least: 'Lowest score',
  most: 'Highest score',
  step: 'Step',
  slider: 'Judges see a slider beside the number',
  saved: 'The scale is saved.',
  misfits: (n: number) =>
    `${counted(n, 'score that was given does', 'scores that were given do')} not fit. Judges mend those before they hand in.`,
  changeAllTheSame: 'Change it all the same',
};

export const assigning = {
  title: 'Judges and their teams',
  addJudge: 'Add a judge',
  addFirst: 'Add the first judge',
  assignJudges: 'Assign judges',
  overall: (judged: number, all: number, without: number, ready: number) => [
    `${number(judged)} of ${number(all)} ${all === 1 ? 'team' : 'teams'} judged`,
    ...(without > 0 ? [`${number(without)} without a judge`] : []),
    ...(ready > 0 ? [`${number(ready)} complete but not handed in`] : []),
  ],
  progress: 'Teams judged',
  judges: 'Judges',
  teams: 'Teams',
  handedIn: 'Handed in',
  progressColumn: 'Progress',
  progressOf: (name: string) => `Progress of ${name}`,
  noJudge: 'This track has no judge yet.',
  noTeam: 'There is no team on this track yet.',
  seeTeams: 'See all teams',
  caption: 'Teams and who judges them',
  judgedBy: 'Judged by',
  nobody: 'nobody yet',
  judgesOf: (name: string) => `Judges of ${name}`,
  PENDING: (judge: string) => `${judge}, not begun`,
  IN_PROGRESS: (judge: string) => `${judge}, begun`,
  READY: (judge: string) => `${judge}, complete`,
  SUBMITTED: (judge: string) => `${judge}, handed in`,
};

export const inviting = {
  title: (track: string) => `Add a judge to ${track}`,
  explained: 'They get an email with a link, which makes them a judge of this track.',
  message: 'Message',
  invite: 'Invite',
  invited: (email: string) => `${email} is invited, and judges once they follow the link.`,
  wasInvited: (email: string) => `${email} was invited before.`,
};

export const declined = {
  title: 'Declined for a conflict',
  explained: `No plan gives a team to who declined it. Press “${assigning.assignJudges}” to replace all at once, or do it one by one here.`,
  caption: 'Declined assignments',
  by: 'Declined by',
  reason: 'Reason',
  judgesNow: 'Judges now',
  replace: 'Replace',
  replaceWho: (judge: string, team: string) => `Replace ${judge} for ${team}`,
};

export const ofTeam = {
  assigned: 'Assigned. They see it when they next look.',
  further: 'Further judges',
  assign: 'Assign',
  declined: '! declined this team',
  load: teams,
  reopen: 'Reopen',
  unassign: 'Unassign',
  scoresGo: (judge: string) => `Every score ${judge} gave this team is deleted.`,
  unassigned: (judge: string) => `${judge} is unassigned.`,
  reopened: (judge: string) => `${judge} can change the scores again.`,
  why: 'Why',
  whyHint: 'Is kept with the change. Until handed in anew, these scores do not count.',
};

export const planning = {
  assigned: (n: number) => `${reviews(n)} assigned.`,
  assign: (n: number) => `Assign ${reviews(n)}`,
  perTeam: 'Reviews per team',
  mostPerJudge: 'Most teams per judge',
  who: 'Who judges',
  anew: (n: number) => `Plan anew what nobody has begun with (${assignments(n)})`,
  preview: 'Preview',
  fewPerJudge: 'So few teams per judge are not enough for so many reviews. Allow more, or choose more judges.',
  choseFew: (n: number) =>
    `You chose ${counted(n, 'judge', 'judges')}, so a team can have ${reviews(n)}. Add judges, or set ${number(n)}.`,
  areFew: (n: number) =>
    `This track has ${counted(n, 'judge', 'judges')}, so a team can have ${reviews(n)}. Add judges, or set ${number(n)}.`,
  tooFew: 'There are too few judges. Choose more judges, or fewer reviews per team.',
  tooFewFor: (names: string) => `There are too few judges for ${names}. Choose more judges, or fewer reviews per team.`,
};

export const preview = {
  summary: (created: number, all: number, perTeam: number, strong: (text: string) => ComponentChildren) =>
    created === 0
      ? [strong('Nothing to assign'), `: each of ${teams(all)} has ${reviews(perTeam)} already.`]
      : [
          strong(counted(created, 'new review', 'new reviews')),
          `: then each of ${teams(all)} has ${reviews(perTeam)}.`,
        ],
  connected: 'All teams can be compared: their judges have teams in common.',
  notConnected:
    'Not all teams can be compared: some judges have no team in common with the others. More reviews per team mend it.',
  sureness: {
    good: 'Sureness of the ranking: good. Three reviews per team usually make it medium, five good.',
    medium: 'Sureness of the ranking: medium. Three reviews per team usually make it medium, five good.',
    low: 'Sureness of the ranking: low. Three reviews per team usually make it medium, five good.',
  },
  never: (n: number) => `Never planned: ${pairs(n)} of judge and team`,
  empty: (names: readonly string[]) =>
    `Nobody is in ${listed(names)}: ${names.length === 1 ? 'it is' : 'they are'} not judged.`,
  DECLARED: (judge: string, team: string) => `${judge}, ${team}: declined`,
  CONFLICT_OF_INTEREST: (judge: string, team: string) => `${judge}, ${team}: is a member of the team`,
  caption: 'Teams of each judge',
  has: 'Has',
  willHave: 'Will have',
};

export const ranking = {
  upToDate: 'The ranking is up to date.',
  update: 'Update ranking',
  present: 'Present',
  csv: 'Ranking as CSV',
  plainCsv: 'Simple ranking as CSV',
  bothCsv: 'Both rankings as CSV',
  scoresCsv: 'Scores as CSV',
  published: {
    plain: (when: string) =>
      `The simple ranking was published ${when}. What you update later is seen here alone, until you publish again.`,
    fair: (when: string) =>
      `The adjusted ranking was published ${when}. What you update later is seen here alone, until you publish again.`,
  },
  asOf: (n: number, when: string) => `${teams(n)}, as of ${when}. Teams without scores are left out.`,
  none: 'No ranking yet. It counts the scores that are handed in so far.',
};

/** Both rankings side by side. */
export const compared = {
  explained: `Simple average, and adjusted for strict or generous judges. Range: where the team stands with ${percent(0.9)} certainty.`,
  order: 'Order by',
  compare: 'Compare both',
  caption: 'Teams by rank',
  plainRank: 'Simple rank',
  plainScore: 'Simple score',
  fairRank: 'Adjusted rank',
  fairScore: 'Adjusted score',
  range: 'Range',
  ranks: (low: number, high: number) => `${number(low)} to ${number(high)}`,
  moved: 'Moved',
  group: 'Group',
  same: 'same',
  notConnected: (groups: number) =>
    `Not all teams can be compared: the judges of these ${number(groups)} groups have no team in common. Adjusted ranks count within each group, and cannot be published. One judge who sees a team of each group mends it.`,
  closeCalls: (n: number) =>
    `${counted(n, 'close call', 'close calls')}: neighbours whose order is less than ${percent(0.8)} sure`,
  closeCall: (first: string, second: string, share: string) => `${first} before ${second}: ${share} sure`,
  strictness: 'Strict or generous judges',
  judges: 'What judges give, compared with others',
  comparedWith: 'Compared with others',
  theSame: 'the same',
  more: (size: string) => `${size} more`,
  less: (size: string) => `${size} less`,
};

export const publishing = {
  publish: 'Publish',
  again: 'Publish again',
  title: (track: string) => `Publish the results of ${track}?`,
  done: { plain: 'The simple ranking is published.', fair: 'The adjusted ranking is published.' },
  anew: {
    plain: 'Everybody reads the simple ranking as it is now, instead of what was published. No email goes out.',
    fair: 'Everybody reads the adjusted ranking as it is now, instead of what was published. No email goes out.',
  },
  first: 'Every team sees its result and gets an email. This cannot be taken back.',
  sure: 'I checked the ranking. Publish it.',
  which: 'By which ranking',
  plain: 'Simple average',
  fair: 'Adjusted for strict and generous judges',
  fairExplained:
    'By the adjusted one, each team is told in a sentence per review how its score came about, without names.',
  notComparable: 'The adjusted one cannot be published, because not all teams can be compared.',
  complete: 'Every team has a score, and every review is handed in.',
  missing: 'Missing',
  noScore: (without: number, all: number, names: string) =>
    `${number(without)} of ${teams(all)} ${plural(without, 'has', 'have')} no score: ${names}.`,
  notHandedIn: (open: number, all: number) =>
    `${number(open)} of ${reviews(all)} ${plural(open, 'is', 'are')} not handed in.`,
  alone: (judge: string) => `${judge} alone has judged.`,
  closeCalls: (n: number) => `The order of ${pairs(n)} of neighbours is less than ${percent(0.8)} sure.`,
};

export const podium = {
  title: (track: string) => `${track}: results`,
  back: 'Back to the ranking',
  notPublished: 'These results are not published yet.',
  places: ['First place', 'Second place', 'Third place'],
  show: ['Show first place', 'Show second place', 'Show third place'],
  fullScreen: 'Full screen',
};
