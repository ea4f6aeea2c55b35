import { compose } from '../layout.ts';
import { greet, eventTitle, type Writer } from './writer.ts';

export const decision: Writer<'decision'> = (data, { secret }) => {
  const event = eventTitle(data);
  const greeting = greet(data.name);
  switch (data.status) {
    case 'accepted':
      return compose({
        subject: `You are in: ${event}`,
        greeting,
        paragraphs: [
          `you have a place at ${event}.`,
          'Bring the code below and show it at the door, on your phone or on paper.',
        ],
        ...(secret !== undefined && { code: secret }),
        closing: ['The code is yours alone: whoever shows it is checked in as you.'],
      });
    case 'waitlisted':
      return compose({
        subject: `You are on the waiting list: ${event}`,
        greeting,
        paragraphs: [
          `${event} is full at the moment, and you are on the waiting list.`,
          'We write again if a place becomes free.',
        ],
      });
    case 'rejected':
      return compose({
        subject: `About your registration: ${event}`,
        greeting,
        paragraphs: [
          `we are sorry: we cannot offer you a place at ${event} this time.`,
          'Thank you for your interest.',
        ],
      });
  }
};
