import { count, listed } from '../parts/words.ts';
import type { Fair, Work } from './requests.ts';

/** Says what a ranking lacks, before everybody reads it. */
export function missingIn({ teams, progress: { overview } }: Work, ranked: Fair): readonly string[] {
  const without = teams.filter(({ id }) => !ranked.teams.some(({ team_id }) => team_id === id));
  const open = overview.total_assignments - overview.submitted_assignments;
  const [alone, another] = ranked.judges;
  return [
    without.length > 0 &&
      `${without.length} of ${count(teams.length, 'team')} ${without.length === 1 ? 'has' : 'have'} no score: ${listed(without.map(({ name }) => name))}.`,
    open > 0 && `${open} of ${count(overview.total_assignments, 'review')} ${open === 1 ? 'is' : 'are'} not handed in.`,
    alone && !another && `${alone.name} alone has judged.`,
    ranked.close_calls.length > 0 &&
      `The order of ${count(ranked.close_calls.length, 'pair')} of neighbours is less than 80 % sure.`,
  ].filter((each) => typeof each === 'string');
}

/** What is missing, as a list. */
export const Missing = ({ of }: { readonly of: readonly string[] }) =>
  of.length === 0 ? (
    <p>Every team has a score, and every review is handed in.</p>
  ) : (
    <div class="stack">
      <strong>Missing</strong>
      <ul class="missing" data-testid="publish-missing">
        {of.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
