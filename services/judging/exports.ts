/** Exports results and scores as CSV from one snapshot of the track, streamed while it is read. */
import { instant } from '../../shared/kit/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readAll } from '../../shared/kit/whole-list.ts';
import { streamed } from '../../shared/database/snapshot.ts';
import { csv, csvFile, type Cell } from '../../shared/kit/csv.ts';
import type { FairTeam } from './fair/ranking.ts';
import { fairRankingOn } from './fair-ranking.ts';
import { criteriaOf, type Criterion } from './queries/criteria.ts';
import { rankedTeams, scoreSheets, slugOf, type RankedTeam, type Sheet } from './queries/exports.ts';
import { fairNumbers } from './shapes/fair.ts';

/** Milliseconds after which an export is aborted, so that a slow client does not hold the snapshot open. */
const longest = 60_000;

export const exportResults: Action<'judging.exportResults'> = async ({ db, resource, params }) => {
  const slug = await slugOf(db, resource.id);
  const content = await streamed(db, longest, async (snapshot) => {
    const teams = rankedTeams(snapshot, resource.id);
    if (params.ranking === 'plain') return csv(resultHeader, teams, resultLine);
    const fair = await fairRankingOn(snapshot, resource.id);
    return csv([...resultHeader, ...fairHeader], teams, fairLine(fair?.ranking.teams ?? []));
  });
  return csvFile(`${slug}-results.csv`, content);
};

export const exportScores: Action<'judging.exportScores'> = async ({ db, resource }) => {
  const slug = await slugOf(db, resource.id);
  const content = await streamed(db, longest, async (snapshot) => {
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

/** Cells are empty for a team whose reviews are gone since. */
function fairLine(teams: readonly FairTeam[]): (row: RankedTeam) => Cell[] {
  const numbers = new Map(teams.map((team) => [team.team, fairNumbers(team)]));
  return (row) => {
    const own = numbers.get(row.team_id);
    const cells = [own?.fair_rank, own?.fair_score, own?.rank_low, own?.rank_high, own?.standard_error];
    return [...resultLine(row), ...cells.map((cell) => ({ number: cell == null ? null : String(cell) }))];
  };
}

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
