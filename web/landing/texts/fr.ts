/** Texts of the first page, in French. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const landing: typeof en.landing = {
  signUp: 'S’inscrire',
  title: 'Votre hackathon, du début à la fin',
  about: 'Muster le mène avec vous : candidatures, billets, entrées, équipes et jury en un seul endroit.',
  signIn: 'Se connecter',
  coming: 'Les hackathons où participer',
  pairing: (desk) => ['Vous préparez une entrée ? Ouvrez ', desk, ' → Doors → Pair a device.'],
  desk: 'Desk',
  forPrograms: 'Pour les programmes : l’API',
  comesLater: 'La liste apparaîtra dès que le réseau sera revenu.',
};

export const doors: typeof en.doors = {
  name: 'Pages',
  takePart: 'Je participe',
  ticket: 'Votre billet avec son code, votre équipe et les résultats.',
  judge: 'Je suis du jury',
  teams: 'Vos équipes, l’une après l’autre. Fonctionne aussi sans réseau.',
  organize: 'J’organise',
  live: 'Personnes, entrées, équipes et jury, en direct.',
};

export const hackathons: typeof en.hackathons = {
  organize: 'En organiser un',
  none: 'Aucun hackathon n’est annoncé en ce moment.',
  all: (n) => `Afficher les ${number(n)}`,
  takePart: 'Participer',
  takePartIn: (name) => ` à ${name}`,
  readMore: 'En savoir plus',
  readMoreAbout: (name) => ` sur ${name}`,
  projects: 'Projets',
  projectsOf: (name) => ` de ${name}`,
};

export const ticket: typeof en.ticket = {
  hackathon: 'Spring Hack',
  days: '6 – 7 mars',
};
