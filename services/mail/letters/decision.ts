import { compose } from '../layout.ts';
import { about, eventTitle, greet, placeOf, type Writer } from './writer.ts';

export const decision: Writer<'decision'> = (data, sender) => {
  const event = eventTitle(data);
  const greeting = greet(data.name);
  switch (data.status) {
    case 'accepted':
      return compose({
        subject: `You are in: ${event}`,
        greeting,
        paragraphs: [
          `You have a place at ${event}.`,
          'Bring the code below and show it at the door, on your phone or on paper.',
        ],
        ...placeOf(data, sender),
      });
    case 'waitlisted':
      return compose({
        subject: `You are on the waiting list: ${event}`,
        greeting,
        paragraphs: [
          `${event} is full at the moment, and you are on the waiting list.`,
          'We email you if a place becomes free. There is nothing to do until then.',
        ],
        ...about(data.happening),
      });
    case 'rejected':
      return compose({
        subject: `About your registration: ${event}`,
        greeting,
        paragraphs: [
          `We are sorry: we cannot offer you a place at ${event} this time.`,
          'Thank you for your interest.',
        ],
        organization: data.happening?.organization_name,
      });
  }
};
