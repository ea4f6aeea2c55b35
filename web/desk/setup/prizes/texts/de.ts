/** Texts of the prizes of a hackathon, in German. */
import { counted } from '../../../../shared/intl.ts';
import type * as en from './en.ts';

export const prizes: typeof en.prizes = {
  title: 'Preise',
  add: 'Preis hinzufügen',
  none: 'Noch kein Preis. Teams sagen bei der Abgabe, um welche sie sich bewerben.',
  prize: 'Preis',
  sponsor: 'Gestiftet von',
  winners: 'Gewonnen von',
  notYet: 'noch niemandem',
  caption: 'Alle Preise',
  decide: 'Entscheiden',
  projectsStay: 'Projekte, die sich um ihn bewerben, bleiben.',
  description: 'Beschreibung',
  decidedBy: 'Entschieden durch',
  deciders: { judges: 'Eine eigene Jury', ranking: 'Die Rangliste' },
  tracks: 'Tracks',
  tracksHint: 'Ohne Auswahl dürfen sich Teams jedes Tracks bewerben',
  judges: 'Die Jury des Preises',
};

export const decision: typeof en.decision = {
  title: (prize) => `${prize} entscheiden`,
  results: 'Ergebnisse',
  winners: 'Gewonnen hat',
  best: 'Das bestplatzierte Team, das sich bewirbt, wenn du kein anderes wählst.',
  nobody: 'Noch niemand.',
  publish: 'Veröffentlichen',
  publishWho: (prize) => `Veröffentlichen, wer ${prize} gewinnt?`,
  published: (winners) => `Gewonnen: ${winners.join(', ')}. Das ist jetzt für alle sichtbar.`,
  publishing: 'Dann ist für alle sichtbar, wer gewonnen hat, auch für das Team auf der eigenen Seite.',
  planned: (n) => `${counted(n, 'weiteres Team', 'weitere Teams')} zu bewerten.`,
  perTeam: 'Jurymitglieder pro Team',
  plan: 'Bewerbungen an die Jury verteilen',
  rank: 'Platz',
  team: 'Team',
  score: 'Punkte',
  fair: 'Bereinigt',
  noResult: {
    judges: 'Noch hat niemand aus der Jury Punkte abgegeben.',
    ranking: 'Die Tracks haben ihre Ranglisten noch nicht veröffentlicht, oder kein Team bewirbt sich.',
  },
  isOut: (team) => `${team} gewinnt nicht mehr.`,
  isIn: (team) => `${team} gewinnt.`,
  wins: 'Gewinnt',
  teamWins: (team) => `${team} gewinnt`,
  caption: 'Ergebnisse des Preises',
};
