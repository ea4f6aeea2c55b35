/** The tables organizers download: one state of the track, sent while it is read. */
import { instant } from '../../shared/broker/instant.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { streamed } from '../../shared/database/snapshot.ts';
import { csv, csvFile, type Cell } from './csv.ts';
import { criteriaOf, type Criterion } from './queries/criteria.ts';
import { rankedTeams, scoreSheets, slugOf, type RankedTeam, type Sheet } from './queries/exports.ts';

/** Milliseconds. However slowly somebody takes it, the database does not keep its state for longer. */
const longest = 60_000;

export const exportResults: Action<'judging.exportResults'> = async ({ db, place }) => {
  const slug = await slugOf(db, place.id);
  const header = ['Rank', 'Team Name', 'Overall Score', 'Calculated At'];
  const content = await streamed(db, longest, (snapshot) => csv(header, rankedTeams(snapshot, place.id), resultLine));
  return csvFile(`${slug}-results.csv`, content);
};

export const exportScores: Action<'judging.exportScores'> = async ({ db, place }) => {
  const slug = await slugOf(db, place.id);
  const content = await streamed(db, longest, async (snapshot) => {
    const criteria = await criteriaOf(snapshot, place.id);
    return csv(scoreHeader(criteria), scoreSheets(snapshot, place.id), scoreLine(criteria));
  });
  return csvFile(`${slug}-scores.csv`, content);
};

const resultLine = ({ rank, team_name, overall_score, calculated_at }: RankedTeam): Cell[] => [
  { number: rank },
  team_name,
  { number: overall_score },
  instant(calculated_at),
];

const scoreHeader = (criteria: readonly Criterion[]) => [
  ...['Team Name', 'Judge Name', 'Average Score', 'Judge Email'],
  ...criteria.flatMap(({ name }) => [`${name} - Score`, `${name} - Comment`]),
];

const scoreLine =
  (criteria: readonly Criterion[]) =>
  ({ team_name, judge_name, average_score, judge_email, given }: Sheet): Cell[] => [
    ...[team_name, judge_name, { number: average_score }, judge_email],
    ...criteria.flatMap(({ id }) => {
      const [value = null, comment = null] = given[id] ?? [];
      return [{ number: value }, comment];
    }),
  ];
