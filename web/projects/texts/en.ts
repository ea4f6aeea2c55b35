/** Texts of the gallery of projects, in English. */
import { counted } from '../../shared/intl.ts';

export const projects = {
  title: 'Projects',
  titleOf: (hackathon: string) => `Projects of ${hackathon}`,
  loading: 'Fetching the projects',
  search: 'Search the projects',
  words: 'Words of a title, a team, a track or a tool',
  count: (n: number) => counted(n, 'project', 'projects'),
  found: (n: number) => counted(n, 'project found', 'projects found'),
  byTable: 'By table',
  noneHasAll: 'No project has all of these words.',
  noneYet: 'No team has shown a project yet.',
  openAgain: (why: string) => `${why} Open this page again for the others.`,
  more: 'Show more',
};

export const card = {
  table: (name: string) => `Table ${name}`,
  won: (prizes: string) => `Won ${prizes}`,
  builtWith: 'Built with',
  video: 'Video',
  videoAbout: (title: string) => ` about ${title}`,
};
