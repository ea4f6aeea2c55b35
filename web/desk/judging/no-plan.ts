import { isRefusal, type MusterError } from '../../../clients/typescript/src/index.ts';
import { explain } from '../parts/explain.ts';
import { count, listed } from '../parts/words.ts';
import type { Wish, Work } from './requests.ts';

/** Says why there is no plan, with the names of teams that it fails on. */
export function whyNoPlan(error: MusterError, { teams, judges }: Work, wish: Wish): string {
  if (!isRefusal(error, 'NOT_PLANNABLE')) return explain(error);
  const { missing, team_ids = [] } = error.extras;
  if (missing.includes('teams')) return 'There is no team on this track yet.';
  if (missing.includes('max_per_judge'))
    return 'So few teams per judge are not enough for so many reviews. Allow more, or choose more judges.';
  const chosen = wish.judge_user_ids.length;
  if (chosen < wish.reviews_per_team) {
    const who =
      chosen < judges.length ? `You chose ${count(chosen, 'judge')}` : `This track has ${count(chosen, 'judge')}`;
    return `${who}, so a team can have ${count(chosen, 'review')}. Add judges, or set ${chosen}.`;
  }
  const names = teams.filter(({ id }) => team_ids.includes(id)).map(({ name }) => name);
  const whose = names.length > 0 ? ` for ${listed(names)}` : '';
  return `There are too few judges${whose}. Choose more judges, or fewer reviews per team.`;
}
