import { compose } from '../layout.ts';
import { greet, eventTitle, type Writer } from './writer.ts';

export const moved: Writer<'moved'> = (data, { secret }) =>
  compose({
    subject: `You are on another track: ${eventTitle(data)}`,
    greeting: greet(data.name),
    paragraphs: [
      `the organizers moved you to ${eventTitle(data)}.`,
      'Bring the code below and show it at the door there, on your phone or on paper.',
    ],
    ...(secret !== undefined && { code: secret }),
    closing: ['The code is yours alone: whoever shows it is checked in as you.'],
  });
