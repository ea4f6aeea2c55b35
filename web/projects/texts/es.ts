/** Texts of the gallery of projects, in Spanish. */
import { counted } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const projects: typeof en.projects = {
  title: 'Proyectos',
  titleOf: (hackathon) => `Proyectos de ${hackathon}`,
  loading: 'Cargando los proyectos',
  search: 'Buscar proyectos',
  words: 'Palabras de un título, un equipo, un track o una herramienta',
  count: (n) => counted(n, 'proyecto', 'proyectos'),
  found: (n) => counted(n, 'proyecto encontrado', 'proyectos encontrados'),
  byTable: 'Por mesas',
  noneHasAll: 'Ningún proyecto tiene todas estas palabras.',
  noneYet: 'Ningún equipo ha mostrado un proyecto todavía.',
  openAgain: (why) => `${why} Abre esta página de nuevo para ver los demás.`,
  more: 'Mostrar más',
};

export const card: typeof en.card = {
  table: (name) => `Mesa ${name}`,
  won: (prizes) => `Ganó: ${prizes}`,
  builtWith: 'Hecho con',
  video: 'Vídeo',
  videoAbout: (title) => ` sobre ${title}`,
};
