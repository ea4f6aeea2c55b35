/** The state of an unfinished plan: allowed and chosen pairs of judge and team. Mutable. */

/** A judge and a team, by number. */
export interface Seat {
  readonly team: number;
  readonly judge: number;
}

const [free, barred, seated, fixed] = [0, 1, 2, 3] as const;

export class Board {
  readonly teams: number;
  readonly judges: number;
  /** The judges of each team. */
  readonly panels: readonly number[][];
  /** The number of teams of each judge. */
  readonly loads: Int32Array;
  readonly #states: Uint8Array;
  /** How many teams each two judges share. */
  readonly #shared: Int32Array;

  constructor(teams: number, judges: number) {
    this.teams = teams;
    this.judges = judges;
    this.panels = Array.from({ length: teams }, () => []);
    this.loads = new Int32Array(judges);
    this.#states = new Uint8Array(teams * judges);
    this.#shared = new Int32Array(judges * judges);
  }

  /** Tells whether the judge may be given the team: it is neither theirs nor barred. */
  isFree = (team: number, judge: number): boolean => this.#states[team * this.judges + judge] === free;

  /** Tells whether this plan gave the judge the team, and so may take it away. */
  isMovable = (team: number, judge: number): boolean => this.#states[team * this.judges + judge] === seated;

  bar({ team, judge }: Seat): void {
    if (this.isFree(team, judge)) this.#states[team * this.judges + judge] = barred;
  }

  /** Gives the judge a team that the plan does not take away. */
  fix({ team, judge }: Seat): void {
    this.place(team, judge);
    this.#states[team * this.judges + judge] = fixed;
  }

  /** Gives the judge the team; returns the increase in unevenness of pairs of judges (see `spread`). */
  place(team: number, judge: number): number {
    const panel = this.panels[team]!;
    let more = 0;
    for (const other of panel) more += 2 * this.#meet(judge, other, 1) - 1;
    panel.push(judge);
    this.loads[judge]!++;
    this.#states[team * this.judges + judge] = seated;
    return more;
  }

  /** Takes the team from the judge; returns the same as `place`, which is below 0. */
  remove(team: number, judge: number): number {
    const panel = this.panels[team]!;
    panel.splice(panel.indexOf(judge), 1);
    this.loads[judge]!--;
    this.#states[team * this.judges + judge] = free;
    let less = 0;
    for (const other of panel) less -= 2 * this.#meet(judge, other, -1) + 1;
    return less;
  }

  /** Two judges give each other a team: the first has `one`, the second has `other`. Loads stay. */
  exchange(one: Seat, other: Seat): number {
    const less = this.remove(one.team, one.judge) + this.remove(other.team, other.judge);
    return less + this.place(one.team, other.judge) + this.place(other.team, one.judge);
  }

  mayExchange(one: Seat, other: Seat): boolean {
    return this.isFree(one.team, other.judge) && this.isFree(other.team, one.judge);
  }

  /** Returns how many other teams the judge shares with the judges of this team. */
  meetings(team: number, judge: number): number {
    let sum = 0;
    for (const other of this.panels[team]!) sum += this.#shared[judge * this.judges + other]!;
    return sum;
  }

  /** All assignments of this plan, by team. */
  movable(): Seat[] {
    return this.panels.flatMap((panel, team) =>
      panel.filter((judge) => this.isMovable(team, judge)).map((judge) => ({ team, judge })),
    );
  }

  #meet(judge: number, other: number, by: number): number {
    this.#shared[other * this.judges + judge]! += by;
    return (this.#shared[judge * this.judges + other]! += by);
  }
}
