/** Texts of the gallery of projects, in French. */
import { counted } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const projects: typeof en.projects = {
  title: 'Projets',
  titleOf: (hackathon) => `Projets de ${hackathon}`,
  loading: 'Chargement des projets',
  search: 'Rechercher parmi les projets',
  words: 'Mots d’un titre, d’une équipe, d’un parcours ou d’un outil',
  count: (n) => counted(n, 'projet', 'projets'),
  found: (n) => counted(n, 'projet trouvé', 'projets trouvés'),
  byTable: 'Par table',
  noneHasAll: 'Aucun projet ne contient tous ces mots.',
  noneYet: 'Aucune équipe n’a encore montré de projet.',
  openAgain: (why) => `${why} Rouvrez cette page pour voir les autres.`,
  more: 'En voir plus',
};

export const card: typeof en.card = {
  table: (name) => `Table ${name}`,
  won: (prizes) => `A gagné : ${prizes}`,
  builtWith: 'Réalisé avec',
  video: 'Vidéo',
  videoAbout: (title) => ` sur ${title}`,
};
