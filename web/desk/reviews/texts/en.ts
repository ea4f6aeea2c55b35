/** Texts about reviews of applications, in English. */
import type { ComponentChildren } from 'preact';
import { counted, number, plural } from '../../../shared/intl.ts';

export const progress = {
  title: 'Progress',
  done: (done: ComponentChildren, applications: number, reviews: number) => [
    done,
    ` of ${counted(applications, 'application has', 'applications have')} a review, ${counted(reviews, 'review', 'reviews')} in all.`,
  ],
  bar: 'Applications with a review',
  caption: 'Reviewers',
  reviewer: 'Reviewer',
  reviews: 'Reviews',
  gives: 'Gives',
  last: 'Last',
  likeOthers: (score: string) => `${score}, like the others`,
  more: (score: string, by: string) => `${score}, ${by} more than others`,
  less: (score: string, by: string) => `${score}, ${by} less than others`,
};

export const sureness = {
  none: 'The scores begin with the first review.',
  apart: 'Some reviewers share no application with the others, so not all scores compare yet.',
  unknown: 'How sure the order is cannot be told yet: it takes applications that several people reviewed.',
  share: (cases: number) =>
    `Of two applications, the one with the higher score is the better one in ${number(cases)} of 100 cases.`,
  very: 'The order is very sure.',
  fairly: 'The order is fairly sure.',
  first: 'The order is a first impression.',
  little: 'The order says little yet.',
};

export const reading = {
  scores: ['clearly not', 'rather not', 'either way', 'rather yes', 'clearly yes'],
  saved: (score: number, name: string | undefined) => `Saved: ${number(score)} for ${name ?? 'the last one'}.`,
  changing: (score: number, name: string | undefined) =>
    `You are changing ${number(score)} for ${name ?? 'the last one'}.`,
  leave: 'Leave it as it is',
  change: 'Change it',
  seePeople: 'See the people',
  finished: 'You have reviewed every application that waits for a decision.',
  lookAgain: 'Look again',
  othersRead: (left: number) =>
    `Others are reading ${plural(left, 'the last application', `the last ${number(left)} applications`)} right now.`,
  note: 'Note for other organizers',
  score: 'Score',
  keys: (key: (name: string) => ComponentChildren) => [
    'Press ',
    key('1'),
    ' to ',
    key('5'),
    ', and the next one comes. ',
    key('n'),
    ' leads to the note, ',
    key('Esc'),
    ' back.',
  ],
  application: 'Application',
  left: (left: number) => `${number(left)} left for you`,
  blind: 'Names, addresses, schools, links and files are hidden while you review.',
  noAnswers: 'Nothing was asked, or nothing answered.',
};
