import { compose } from '../layout.ts';
import { greet, placeOf, type Writer } from './writer.ts';

export const results: Writer<'results'> = (facts) => {
  const place = placeOf(facts);
  return compose({
    subject: `The results are out: ${place}`,
    greeting: greet(facts.name),
    paragraphs: [
      `the results of ${place} are out.`,
      `Your team ${facts.team_name} is at rank ${facts.rank} of ${facts.ranked}, with an overall score of ${facts.overall_score}.`,
      'What you were given for each criterion, and what the judges want to tell you, is in the result of your team.',
    ],
    closing: ['Thank you for taking part.'],
  });
};
