/** Texts about emails to the people of a hackathon, in English. */
import type { ComponentChildren } from 'preact';
import { counted, number } from '../../../shared/intl.ts';

const people = (n: number) => counted(n, 'person', 'people');

export const emails = {
  new: 'New email',
  writeFirst: 'Write the first email',
  none: "No email yet. Emails about a person's own place are sent automatically.",
  caption: 'All emails',
  subject: 'Subject',
  progress: 'Progress',
  bar: 'Sent, of all recipients',
  sent: (sent: number, recipients: number, failed: number) =>
    failed > 0
      ? `${number(sent)} of ${number(recipients)} sent, ${number(failed)} failed`
      : `${number(sent)} of ${number(recipients)} sent`,
  deleteSure: 'Delete this draft?',
  deleted: 'The draft is deleted.',
  nobodyGotIt: 'Nobody was sent it.',
  cancel: 'Cancel the email',
  cancelSure: 'Cancel this email?',
  cancelled: 'The email is cancelled.',
  notLeft: (queued: number) => `${counted(queued, 'email has not left', 'emails have not left')}, and will not.`,
  nobodyGets: 'Nobody will be sent it.',
};

/** The states of an announcement. */
export const emailStates = {
  draft: 'Draft',
  scheduled: 'Goes',
  sending: 'Sending',
  sent: 'Sent',
  cancelled: 'Cancelled',
};

export const audience = {
  to: 'To',
  fewer: 'Fewer people',
  tracks: 'On these tracks',
  roles: 'With these roles',
  confirmed: 'Confirmed their place',
  checked_in: 'Checked in',
  has_team: 'Have a team',
  any: 'Does not matter',
  yes: 'Yes',
  no: 'No',
};

export const audienceStatuses = {
  pending: 'Not decided',
  accepted: 'Accepted',
  waitlisted: 'On the waiting list',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

export const audienceRoles = {
  ORGANIZER: 'Organizers',
  MENTOR: 'Mentors',
  JUDGE: 'Judges',
  PARTICIPANT: 'Participants',
};

export const editor = {
  change: 'Change the email',
  people,
  sendAt: 'Send by itself at',
  sendAtHint: 'Leave it empty to send it yourself.',
  onItsWay: 'The email is on its way.',
  testOnItsWay: 'A test is on its way to you.',
  willBeSent: 'It will be sent at its time.',
  draftSaved: 'The draft is saved.',
  sendNow: 'Send now',
  schedule: 'Schedule',
  saveDraft: 'Save draft',
  sendTest: 'Send me a test',
  sure: 'Send now?',
  sureHow: (n: number, strong: (text: string) => ComponentChildren) => [
    'Send this to ',
    strong(people(n)),
    ' now? Emails that have left cannot be called back.',
  ],
  sendTo: (n: number) => `Send to ${people(n)}`,
  notYet: 'Not yet',
  text: 'Text',
  textHint:
    '**bold**, *emphasis*, - lists, [links](https://…). {first_name} {hackathon} {track} {team} {code} differ for each.',
  preview: 'Preview, with examples',
};
