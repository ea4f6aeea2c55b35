import { compose } from '../layout.ts';
import { eventTitle, greet, placeOf, type Writer } from './writer.ts';

export const moved: Writer<'moved'> = (data, sender) =>
  compose({
    subject: `You are on another track: ${eventTitle(data)}`,
    greeting: greet(data.name),
    paragraphs: [
      `The organizers moved you to ${eventTitle(data)}.`,
      'Bring the code below and show it at the door there, on your phone or on paper.',
    ],
    ...placeOf(data, sender),
  });
