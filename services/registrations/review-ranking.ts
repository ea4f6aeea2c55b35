/** Ranks applications by their reviews, as fair judging ranks teams: a reviewer is a judge with one criterion. Pure. */
import { designOf, type TeamReview } from '../../shared/base/fair/design.ts';
import { drawTeams } from '../../shared/base/fair/draws.ts';
import { fit, type Fit } from '../../shared/base/fair/fit.ts';
import { normals } from '../../shared/base/fair/random.ts';

export interface ReviewRanking {
  /** The score that an average reviewer would have given each application. */
  readonly scores: readonly { readonly id: string; readonly score: number }[];
  /** How much more each reviewer gives than the others; empty while that cannot be told. */
  readonly effects: Readonly<Record<string, number>>;
  readonly connected: boolean;
  /** Of two applications, how often the one with the higher score is the better one; null while that cannot be told. */
  readonly pairsRight: number | null;
}

/** As exact as anybody reads them, so that a further review does not change the scores of all other applications. */
const twoDecimals = (value: number) => Math.round(value * 100) / 100 || 0;

/** @param reviews Applications as teams, reviewers as judges. */
export function rankApplications(reviews: readonly TeamReview[]): ReviewRanking {
  const design = designOf(reviews);
  const fitted = fit(design);
  const { teams, judges, groups } = design;
  return {
    scores: teams.names.map((id, team) => {
      return { id, score: twoDecimals(fitted.means[teams.group[team]!]! + fitted.teams[team]!.effect) };
    }),
    effects:
      fitted.judgeSd === null
        ? {}
        : Object.fromEntries(judges.names.map((name, judge) => [name, twoDecimals(fitted.judges[judge]!.effect)])),
    connected: groups <= 1,
    pairsRight: pairsRight(fitted),
  };
}

const drawsMade = 200;
const seed = 20_150_107;

/**
 * Reliability is what part of the variance of the applications their scores tell: 1 less the variance of the error, here that
 * of draws from the posterior around the scores, without what moves all of them alike (Searle, Casella and McCulloch,
 * "Variance Components", 1992, section 7.4). Its square root is the correlation of worth and score, and two normal variables
 * that correlate so order a pair alike with this probability (Sheppard 1899).
 */
function pairsRight({ teamSd, teams, solution }: Fit): number | null {
  if (!teamSd || !solution) return null;
  const normal = normals(seed);
  const variances = Array.from({ length: drawsMade }, () => {
    const errors = drawTeams(solution, teams.length, normal).map((drawn, team) => drawn - teams[team]!.effect);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    return errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length;
  });
  const variance = variances.reduce((sum, one) => sum + one, 0) / drawsMade;
  const reliability = Math.max(0, 1 - variance / teamSd ** 2);
  return twoDecimals(1 / 2 + Math.asin(Math.sqrt(reliability)) / Math.PI);
}
