/** Texts of the first page, in English. */
import type { ComponentChildren } from 'preact';
import { number } from '../../shared/intl.ts';

export const landing = {
  signUp: 'Sign up',
  title: 'Your hackathon, start to finish',
  about: 'Muster runs it with you: applications, tickets, doors, teams and judging in one place.',
  signIn: 'Sign in',
  coming: 'Hackathons you can join',
  pairing: (desk: ComponentChildren): ComponentChildren => [
    'Setting up a door? Open ',
    desk,
    ' → Doors → Pair a device.',
  ],
  desk: 'Desk',
  forPrograms: 'For programs: the API',
  comesLater: 'The list comes as soon as the network is back.',
};

/** The links from the first page into the product. */
export const doors = {
  name: 'Pages',
  takePart: 'I take part',
  ticket: 'Your ticket with its code, your team, and the results.',
  judge: 'I judge',
  teams: 'Your teams, one after the other. Works without a network too.',
  organize: 'I organize',
  live: 'People, doors, teams and judging, live.',
};

export const hackathons = {
  organize: 'Organize one',
  none: 'No hackathon is announced right now.',
  all: (n: number) => `Show all ${number(n)}`,
  takePart: 'Take part',
  /** Follows the text of the button, for screen readers. */
  takePartIn: (name: string) => ` in ${name}`,
  readMore: 'Read more',
  readMoreAbout: (name: string) => ` about ${name}`,
  projects: 'Projects',
  projectsOf: (name: string) => ` of ${name}`,
};

/** On the picture of a ticket. */
export const ticket = {
  hackathon: 'Spring Hack',
  days: '6 – 7 March',
};
