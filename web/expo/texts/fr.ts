/** Texts of the list of an expo, in French. */
import type * as en from './en.ts';

export const expo: typeof en.expo = {
  title: 'Expo',
  titleOf: (hackathon) => `Expo de ${hackathon}`,
  table: 'Table',
  project: 'Projet',
  team: 'Équipe',
  track: 'Parcours',
  noneYet: 'Aucune équipe n’a encore montré de projet.',
  print: 'Imprimer',
  projects: 'Voir ce qu’elles ont fait',
  caption: 'Projets par table',
};
