/**
 * Makes every two judges share about as many teams as any other two, as balanced incomplete block designs do (Cochran and
 * Cox, "Experimental Designs", 1957, chapter 9): judges exchange teams as long as the sum of squares of what pairs share gets
 * no larger (John and Williams, "Cyclic and Computer Generated Designs", 1995). Pure, but for the board.
 */
import type { Board } from './board.ts';

/** Exchanges that are tried for each review; by then hardly any helps. */
const triesEach = 30;

export function spread(board: Board, random: () => number): void {
  const seats = board.movable();
  const any = () => Math.floor(random() * seats.length);
  for (let tries = triesEach * seats.length; tries > 0; tries--) {
    const [at, elsewhere] = [any(), any()];
    const [one, other] = [seats[at]!, seats[elsewhere]!];
    if (!board.mayExchange(one, other)) continue;
    const [taken, given] = [
      { team: one.team, judge: other.judge },
      { team: other.team, judge: one.judge },
    ];
    if (board.exchange(one, other) > 0) board.exchange(taken, given);
    else [seats[at], seats[elsewhere]] = [taken, given];
  }
}
