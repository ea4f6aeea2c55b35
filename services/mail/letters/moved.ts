import { compose } from '../layout.ts';
import { greet, placeOf, type Writer } from './writer.ts';

export const moved: Writer<'moved'> = (facts, { secret }) =>
  compose({
    subject: `You are on another track: ${placeOf(facts)}`,
    greeting: greet(facts.name),
    paragraphs: [
      `the organizers moved you to ${placeOf(facts)}.`,
      'Bring the code below and show it at the door there, on your phone or on paper.',
    ],
    ...(secret !== undefined && { code: secret }),
    closing: ['The code is yours alone: whoever shows it is checked in as you.'],
  });
