/** Draws possible effects of the teams from their joint posterior, given the reviews. Pure and reproducible. */
import { solveUpper } from './cholesky.ts';
import { eliminatedGiven, type Solution, type Solved } from './equations.ts';

/**
 * Draws the effects of all teams once. In each group the kept side and the mean are drawn together from the reduced
 * equations, then each eliminated member given these; so the covariance matrix of all teams is never needed. Plain loops,
 * because large tracks take millions of steps.
 */
export function drawTeams({ blocks, ratios, noise }: Solution, teams: number, normal: () => number): Float64Array {
  const noiseSd = Math.sqrt(noise);
  const drawn = new Float64Array(teams);
  for (const solved of blocks) {
    const { block, diagonal } = solved;
    const kept = drawKept(solved, noiseSd, normal);
    if (block.eliminates === 'judge') {
      for (let index = 0; index < block.kept.length; index++) drawn[block.kept[index]!] = ratios.team * kept[index]!;
      continue;
    }
    const at = eliminatedGiven(solved, kept);
    for (let index = 0; index < at.length; index++) {
      const blur = (noiseSd / Math.sqrt(diagonal[index]!)) * normal();
      drawn[block.eliminated[index]!] = ratios.team * (at[index]! + blur);
    }
  }
  return drawn;
}

function drawKept({ rest, kept }: Solved, noiseSd: number, normal: () => number): Float64Array {
  const drawn = new Float64Array(kept.length);
  for (let index = 0; index < drawn.length; index++) drawn[index] = normal();
  const off = solveUpper(rest, drawn);
  for (let index = 0; index < drawn.length; index++) drawn[index] = kept[index]! + noiseSd * off[index]!;
  return drawn;
}
