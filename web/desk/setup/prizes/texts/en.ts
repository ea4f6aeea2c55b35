/** Texts of the prizes of a hackathon, in English. */
import { counted } from '../../../../shared/intl.ts';

export const prizes = {
  title: 'Prizes',
  add: 'Add a prize',
  none: 'No prize yet. Teams say which ones they enter for when they hand in.',
  prize: 'Prize',
  sponsor: 'Sponsor',
  winners: 'Winners',
  notYet: 'not yet',
  caption: 'All prizes',
  decide: 'Decide',
  projectsStay: 'Projects that entered for it stay.',
  description: 'Description',
  decidedBy: 'Decided by',
  deciders: { judges: 'Judges of its own', ranking: 'The ranking' },
  tracks: 'Tracks',
  tracksHint: 'Without a tick, teams of every track may enter',
  judges: 'Its judges',
};

export const decision = {
  title: (prize: string) => `Decide ${prize}`,
  results: 'Results',
  winners: 'Winners',
  best: 'The best-placed team that entered, unless you choose another.',
  nobody: 'Nobody yet.',
  publish: 'Publish',
  publishWho: (prize: string) => `Publish who wins ${prize}?`,
  published: (winners: readonly string[]) => `${winners.join(', ')} won, and everybody may read it.`,
  publishing: 'Everybody reads then who won, the team on its own page as well.',
  planned: (n: number) => `${counted(n, 'team', 'teams')} more to judge.`,
  perTeam: 'Judges for each team',
  plan: 'Give its judges the teams that entered',
  rank: 'Rank',
  team: 'Team',
  score: 'Score',
  fair: 'Fair',
  noResult: {
    judges: 'No judge handed in a score yet.',
    ranking: 'The tracks have not published their rankings yet, or no team entered.',
  },
  isOut: (team: string) => `${team} is out.`,
  isIn: (team: string) => `${team} is in.`,
  wins: 'Wins',
  teamWins: (team: string) => `${team} wins`,
  caption: 'Results of the prize',
};
