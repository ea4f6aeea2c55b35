/** Texts of the list of an expo, in English. */

export const expo = {
  title: 'Expo',
  titleOf: (hackathon: string) => `Expo of ${hackathon}`,
  table: 'Table',
  project: 'Project',
  team: 'Team',
  track: 'Track',
  noneYet: 'No team has shown a project yet.',
  print: 'Print',
  projects: 'See what they made',
  caption: 'Projects by table',
};
