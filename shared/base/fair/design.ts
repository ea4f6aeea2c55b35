/** Numbers teams and judges, and finds the groups that can be compared. Pure. */

/** The value that one judge gave one team. */
export interface TeamReview {
  readonly team: string;
  readonly judge: string;
  readonly value: number;
}

/** Teams or judges by number. */
export interface Side {
  readonly names: readonly string[];
  /** The group of each member. */
  readonly group: readonly number[];
}

export interface Design {
  readonly teams: Side;
  readonly judges: Side;
  readonly reviews: readonly { readonly team: number; readonly judge: number; readonly value: number }[];
  /** The number of groups. Teams of different groups share no judge, not even through other teams. */
  readonly groups: number;
}

/** Builds the design. The order of the reviews makes no difference, so the same reviews give identical results. */
export function designOf(given: readonly TeamReview[]): Design {
  const sorted = given.toSorted((a, b) => compare(a.team, b.team) || compare(a.judge, b.judge));
  const teams = numbersOf(sorted.map(({ team }) => team));
  const judges = numbersOf(sorted.map(({ judge }) => judge).toSorted(compare));
  const reviews = sorted.map(({ team, judge, value }) => {
    return { team: teams.get(team) as number, judge: judges.get(judge) as number, value };
  });
  const { team, judge, groups } = groupsOf(teams.size, judges.size, reviews);
  return {
    teams: { names: [...teams.keys()], group: team },
    judges: { names: [...judges.keys()], group: judge },
    reviews,
    groups,
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function numbersOf(names: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return numbers;
}

/**
 * Finds the groups. Two teams can be compared only if a chain of shared judges connects them (Weeks and Williams, "A
 * Note on the Determination of Connectedness in an N-way Cross Classification", Technometrics 6, 1964). Groups are
 * the connected components of the graph of reviews, found by union-find and numbered by their first team.
 */
function groupsOf(teams: number, judges: number, reviews: Design['reviews']) {
  const parent = Array.from({ length: teams + judges }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root] = parent[parent[root] as number] as number;
    return root;
  };
  for (const { team, judge } of reviews) parent[rootOf(teams + judge)] = rootOf(team);
  const numbers = new Map<number, number>();
  const group = parent.map((_, node) => {
    const root = rootOf(node);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root) as number;
  });
  return { team: group.slice(0, teams), judge: group.slice(teams), groups: numbers.size };
}
