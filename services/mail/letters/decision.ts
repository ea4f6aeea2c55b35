import { compose } from '../layout.ts';
import { greet, placeOf, type Writer } from './writer.ts';

export const decision: Writer<'decision'> = (facts, { secret }) => {
  const place = placeOf(facts);
  const greeting = greet(facts.name);
  switch (facts.status) {
    case 'accepted':
      return compose({
        subject: `You are in: ${place}`,
        greeting,
        paragraphs: [
          `you have a place at ${place}.`,
          'Bring the code below and show it at the door, on your phone or on paper.',
        ],
        ...(secret !== undefined && { code: secret }),
        closing: ['The code is yours alone: whoever shows it is checked in as you.'],
      });
    case 'waitlisted':
      return compose({
        subject: `You are on the waiting list: ${place}`,
        greeting,
        paragraphs: [
          `${place} is full at the moment, and you are on the waiting list.`,
          'We write again if a place becomes free.',
        ],
      });
    case 'rejected':
      return compose({
        subject: `About your registration: ${place}`,
        greeting,
        paragraphs: [
          `we are sorry: we cannot offer you a place at ${place} this time.`,
          'Thank you for your interest.',
        ],
      });
  }
};
