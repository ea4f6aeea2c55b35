/** Exports results and scores as CSV from one snapshot of the track, streamed while it is read. */
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readAll } from '../../shared/kit/whole-list.ts';
import { streamSnapshot } from '../../shared/database/snapshot.ts';
import { csv, csvFile, type Cell } from '../../shared/base/csv.ts';
import { fairNumbers, fairRankingOn, type TrackRanking } from './fair.ts';
import { criteriaOf, type Criterion } from './criteria.sql.ts';
import { rankedTeams, scoreSheets, slugOf, type RankedTeam, type Sheet } from './exports.sql.ts';
import { resultsOf, shownOn } from './results.ts';

export const exportResults: Action<'judging.exportResults'> = async ({ db, resource, params }) => {
  const slug = await slugOf(db, resource.id);
  const content = await streamSnapshot(db, async (snapshot) => {
    const { ranking: wanted } = params;
    const shown = await shownOn(snapshot, resource.id, wanted === 'plain' ? wanted : undefined);
    const teams = rankedTeams(snapshot, resource.id, await resultsOf(snapshot, resource.id, shown));
    if (wanted !== 'fair') return csv(resultHeader, teams, resultLine);
    const isFair = shown.ranking === 'fair';
    const line = isFair ? fairLine : fairLineBeside(await fairRankingOn(snapshot, resource.id));
    return csv([...resultHeader, ...fairHeader], teams, line);
  });
  return csvFile(`${slug}-results.csv`, content);
};

export const exportScores: Action<'judging.exportScores'> = async ({ db, resource }) => {
  const slug = await slugOf(db, resource.id);
  const content = await streamSnapshot(db, async (snapshot) => {
    const criteria = await readAll(snapshot, criteriaOf(resource.id));
    return csv(scoreHeader(criteria), scoreSheets(snapshot, resource.id), scoreLine(criteria));
  });
  return csvFile(`${slug}-scores.csv`, content);
};

const resultHeader = ['Rank', 'Team Name', 'Overall Score', 'Calculated At'];
const fairHeader = ['Fair Rank', 'Fair Score', 'Rank Low', 'Rank High', 'Standard Error'];

const resultLine = ({ rank, team_name, overall_score, calculated_at }: RankedTeam): Cell[] => [
  { number: rank },
  team_name,
  { number: overall_score },
  instant(calculated_at),
];

/** The fair ranking, with the certainty of each rank. */
const fairLine = (row: RankedTeam): Cell[] => [
  ...resultLine(row),
  ...[row.rank, row.overall_score, row.rank_low, row.rank_high, row.standard_error].map(numberCell),
];

/** The plain ranking, and the fair one beside it. Cells are empty for a team whose reviews were deleted since. */
function fairLineBeside(fair: TrackRanking | undefined): (row: RankedTeam) => Cell[] {
  const numbers = new Map(fair?.ranking.teams.map((team) => [team.team, fairNumbers(team)]));
  return (row) => {
    const own = numbers.get(row.team_id);
    const cells = [own?.fair_rank, own?.fair_score, own?.rank_low, own?.rank_high, own?.standard_error];
    return [...resultLine(row), ...cells.map(numberCell)];
  };
}

const numberCell = (value: number | string | null | undefined): Cell => ({
  number: value == null ? null : String(value),
});

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
