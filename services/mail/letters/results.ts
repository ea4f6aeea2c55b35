import { compose } from '../layout.ts';
import { greet, eventTitle, type Writer } from './writer.ts';

export const results: Writer<'results'> = (data) => {
  const event = eventTitle(data);
  return compose({
    subject: `The results are out: ${event}`,
    greeting: greet(data.name),
    paragraphs: [
      `the results of ${event} are out.`,
      `Your team ${data.team_name} is at rank ${data.rank} of ${data.ranked}, with an overall score of ${data.overall_score}.`,
      'What you were given for each criterion, and what the judges want to tell you, is in the result of your team.',
    ],
    closing: ['Thank you for taking part.'],
  });
};
