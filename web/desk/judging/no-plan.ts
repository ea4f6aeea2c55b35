import { isRefusal, type MusterError } from '../../../clients/typescript/src/index.ts';
import { explain } from '../parts/explain.ts';
import type { TeamWork } from './requests.ts';

/** Says why there is no plan, with the names of teams that it fails on. */
export function whyNoPlan(error: MusterError, teams: readonly TeamWork[]): string {
  if (!isRefusal(error, 'NOT_PLANNABLE')) return explain(error);
  const { missing, team_ids = [] } = error.extras;
  if (missing.includes('teams')) return 'There is no team on this track yet.';
  if (missing.includes('max_per_judge'))
    return 'So few teams per judge are not enough for so many reviews. Allow more, or choose more judges.';
  const names = teams.filter(({ id }) => team_ids.includes(id)).map(({ name }) => name);
  const whose = names.length > 0 ? ` for ${listed(names)}` : '';
  return `There are too few judges${whose}. Choose more judges, or fewer reviews per team.`;
}

/** The first few of a list. */
function listed(names: readonly string[]): string {
  const most = 3;
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}
