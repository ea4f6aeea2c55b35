/** Texts of the list of an expo, in German. */
import type * as en from './en.ts';

export const expo: typeof en.expo = {
  title: 'Expo',
  titleOf: (hackathon) => `Expo von ${hackathon}`,
  table: 'Tisch',
  project: 'Projekt',
  team: 'Team',
  track: 'Track',
  noneYet: 'Noch hat kein Team ein Projekt gezeigt.',
  print: 'Drucken',
  projects: 'Alle Projekte ansehen',
  caption: 'Projekte nach Tischen',
};
