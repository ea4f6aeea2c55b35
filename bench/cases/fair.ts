/** F1: the accuracy of rankings with different judges, in simulated hackathons. F2: the cost of the largest ranking. */
import type { TeamReview } from '../../shared/base/fair/design.ts';
import { normals, shuffled, uniforms } from '../../shared/base/fair/random.ts';
import { fairRanking } from '../../shared/base/fair/ranking.ts';
import { planOf } from '../../services/judging/plan/plan.ts';
import { ms, progress, type Case, type Row } from '../measure.ts';

const [teams, judges, reviewsPerTeam, seeds] = [60, 20, 4, 200];
/**
 * Standard deviations as multiples of that of the teams. Where judges differ that much, plain means agree with the truth as
 * little as the goals suppose.
 */
const [judgeSd, noiseSd] = [1.6, 0.95];
/** Teams and judges that stay together, as where each jury has a room. */
const rooms = 5;
const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));

interface Hackathon {
  readonly truth: readonly number[];
  /** The result of each way to assign. */
  readonly random: readonly TeamReview[];
  readonly planned: readonly TeamReview[];
  /** Each judge sees whom they like: some teams have more judges then than others. */
  readonly chosen: readonly TeamReview[];
  readonly inRooms: readonly TeamReview[];
}

function hackathonOf(seed: number, spread: number): Hackathon {
  const [normal, even] = [normals(2 * seed), uniforms(2 * seed + 1)];
  const truth = Array.from({ length: teams }, normal);
  const lenience = Array.from({ length: judges }, () => spread * normal());
  // A judge thinks the same of a team in whatever way they come together.
  const noise = Array.from({ length: teams * judges }, () => noiseSd * normal());
  const given = (team: number, judge: number): TeamReview => {
    const value = truth[team]! + lenience[judge]! + noise[team * judges + judge]!;
    return { team: String(team), judge: String(judge), value };
  };
  const some = (size: number, of: number) => [...shuffled(of, even)].slice(0, size);
  const random = truth.flatMap((_, team) => some(reviewsPerTeam, judges).map((judge) => given(team, judge)));
  const chosen = lenience.flatMap((_, judge) =>
    some((teams * reviewsPerTeam) / judges, teams).map((team) => given(team, judge)),
  );
  const plan = planOf({ teams: names(teams), judges: names(judges), kept: [], barred: [], reviewsPerTeam, seed });
  if ('missing' in plan) throw new Error(`There is no plan for lack of ${plan.missing}.`);
  const planned = plan.created.map(({ team, judge }) => given(Number(team), Number(judge)));
  const inRooms = truth.flatMap((_, team) =>
    Array.from({ length: reviewsPerTeam }, (_, place) => given(team, (team % rooms) * reviewsPerTeam + place)),
  );
  return { truth, random, planned, chosen, inRooms };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of each team's values. */
function meansOf(reviews: readonly TeamReview[]): number[] {
  const own = Map.groupBy(reviews, ({ team }) => team);
  return names(teams).map((team) => mean((own.get(team) ?? []).map(({ value }) => value)));
}

/** The scores of each judge, as distances from their own mean in their own standard deviations. */
function standardized(reviews: readonly TeamReview[]): TeamReview[] {
  return [...Map.groupBy(reviews, ({ judge }) => judge).values()].flatMap((own) => {
    const center = mean(own.map(({ value }) => value));
    const sd = Math.sqrt(mean(own.map(({ value }) => (value - center) ** 2))) || 1;
    return own.map((review) => ({ ...review, value: (review.value - center) / sd }));
  });
}

/** Kendall's tau: of all pairs, the share in the same order less that in the other. */
function tau(a: readonly number[], b: readonly number[]): number {
  return mean(
    a.flatMap((own, at) =>
      a.slice(0, at).map((other, place) => Math.sign(own - other) * Math.sign(b[at]! - b[place]!)),
    ),
  );
}

interface Outcome {
  readonly tau: number;
  /** The share of teams whose true rank is in the interval. */
  readonly covered: number;
}

function fairOutcome({ truth }: Hackathon, reviews: readonly TeamReview[]): Outcome {
  const ranked = new Map(fairRanking(reviews).teams.map((team) => [Number(team.team), team]));
  const ranks = truth.map((own) => truth.filter((other) => other > own).length + 1);
  const covered = ranks.map((rank, team) => {
    const own = ranked.get(team);
    return Number(own !== undefined && own.rankLow <= rank && rank <= own.rankHigh);
  });
  return {
    tau: tau(
      truth.map((_, team) => ranked.get(team)?.score ?? 0),
      truth,
    ),
    covered: mean(covered),
  };
}

const figure = (value: number) => value.toFixed(3);
const row = (what: string, value: string, goal: string, met: boolean | null): Row =>
  progress({ id: 'F1', what, figure: value, goal, met });

const simulated = (spread: number) => Array.from({ length: seeds }, (_, seed) => hackathonOf(seed, spread));
type Way = Exclude<keyof Hackathon, 'truth'>;
const tauOfMeans = (hackathons: readonly Hackathon[], change = (reviews: readonly TeamReview[]) => reviews) =>
  mean(hackathons.map(({ truth, random }) => tau(meansOf(change(random)), truth)));

function fairly(hackathons: readonly Hackathon[], way: Way): Outcome {
  const outcomes = hackathons.map((each) => fairOutcome(each, each[way]));
  return { tau: mean(outcomes.map((each) => each.tau)), covered: mean(outcomes.map(({ covered }) => covered)) };
}

function whereJudgesDiffer(): Row[] {
  const hackathons = simulated(judgeSd);
  const [plain, scores] = [tauOfMeans(hackathons), tauOfMeans(hackathons, standardized)];
  const [fair, planned] = [fairly(hackathons, 'random'), fairly(hackathons, 'planned')];
  const covered = 100 * fair.covered;
  return [
    row("Kendall's tau of plain means", figure(plain), '≤ 0.560: the problem', plain <= 0.56),
    row('of z-scores per judge', figure(scores), 'shown beside', null),
    row('of the fair ranking', figure(fair.tau), '≥ 0.700', fair.tau >= 0.7),
    row('with planned assignments', figure(planned.tau), 'random + 0.010', planned.tau >= fair.tau + 0.01),
    row('where judges see whom they like', figure(fairly(hackathons, 'chosen').tau), 'shown beside', null),
    row('with a room for each jury', figure(fairly(hackathons, 'inRooms').tau), 'shown beside', null),
    row('true ranks within 90 % intervals', `${covered.toFixed(1)} %`, '85 to 95 %', covered >= 85 && covered <= 95),
  ];
}

function whereJudgesAreAlike(): Row {
  const hackathons = simulated(0);
  const gain = fairly(hackathons, 'random').tau - tauOfMeans(hackathons);
  return row('fair less plain where judges are alike', figure(gain), '≥ -0.005', gain >= -0.005);
}

/** Processor time of the largest track, which is what a busy machine moves least. */
function largest(): Row[] {
  const wish = { teams: names(2_000), judges: names(200), kept: [], barred: [], reviewsPerTeam: 5, seed: 1 };
  const [planning, plan] = spentOn(() => planOf(wish));
  if ('missing' in plan) throw new Error(`There is no plan for lack of ${plan.missing}.`);
  const normal = normals(1);
  const [worth, lenience] = [wish.teams.map(normal), wish.judges.map(normal)];
  const reviews = plan.created.map(({ team, judge }) => {
    return { team, judge, value: worth[Number(team)]! + lenience[Number(judge)]! + normal() };
  });
  const [ranking] = spentOn(() => fairRanking(reviews));
  const of = '2000 teams × 200 judges × 5 reviews';
  return [
    progress({ id: 'F2', what: `plan ${of}`, figure: ms(planning), goal: '< 5 s', met: planning < 5_000 }),
    progress({ id: 'F2', what: `rank ${of}`, figure: ms(ranking), goal: '< 2 s', met: ranking < 2_000 }),
  ];
}

function spentOn<T>(work: () => T): readonly [milliseconds: number, T] {
  const before = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1_000, answer];
}

export const fairness: Case = {
  ids: ['F1', 'F2'],
  run: (isWanted) =>
    Promise.resolve([
      ...(isWanted('F1') ? [...whereJudgesDiffer(), whereJudgesAreAlike()] : []),
      ...(isWanted('F2') ? largest() : []),
    ]),
};
