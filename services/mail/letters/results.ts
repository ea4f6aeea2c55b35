import { compose } from '../layout.ts';
import { greet, eventTitle, type Writer } from './writer.ts';

export const results: Writer<'results'> = (data, { publicUrl }) => {
  const event = eventTitle(data);
  return compose({
    subject: `The results are out: ${event}`,
    greeting: greet(data.name),
    paragraphs: [
      `The results of ${event} are out.`,
      `Your team ${data.team_name} is at rank ${data.rank} of ${data.ranked}, with an overall score of ${data.overall_score}.`,
    ],
    link: { label: 'See scores and feedback', url: `${publicUrl}/me` },
    organization: data.organization_name,
    closing: ['Thank you for taking part.'],
  });
};
