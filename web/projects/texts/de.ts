/** Texts of the gallery of projects, in German. */
import { counted } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const projects: typeof en.projects = {
  title: 'Projekte',
  titleOf: (hackathon) => `Projekte von ${hackathon}`,
  loading: 'Projekte werden geladen',
  search: 'Projekte durchsuchen',
  words: 'Wörter aus Titel, Team, Track oder Werkzeug',
  count: (n) => counted(n, 'Projekt', 'Projekte'),
  found: (n) => counted(n, 'Projekt gefunden', 'Projekte gefunden'),
  byTable: 'Nach Tischen',
  noneHasAll: 'Kein Projekt enthält alle diese Wörter.',
  noneYet: 'Noch hat kein Team ein Projekt gezeigt.',
  openAgain: (why) => `${why} Öffne diese Seite noch einmal, um die anderen zu sehen.`,
  more: 'Mehr anzeigen',
};

export const card: typeof en.card = {
  table: (name) => `Tisch ${name}`,
  won: (prizes) => `Gewonnen: ${prizes}`,
  builtWith: 'Gebaut mit',
  video: 'Video',
  videoAbout: (title) => ` über ${title}`,
};
