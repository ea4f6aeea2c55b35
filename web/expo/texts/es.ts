/** Texts of the list of an expo, in Spanish. */
import type * as en from './en.ts';

export const expo: typeof en.expo = {
  title: 'Expo',
  titleOf: (hackathon) => `Expo de ${hackathon}`,
  table: 'Mesa',
  project: 'Proyecto',
  team: 'Equipo',
  track: 'Track',
  noneYet: 'Ningún equipo ha mostrado un proyecto todavía.',
  print: 'Imprimir',
  projects: 'Ver lo que han hecho',
  caption: 'Proyectos por mesa',
};
