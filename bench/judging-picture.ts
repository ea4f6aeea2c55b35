/**
 * Draws the effect of the fair ranking, with teams and judges of the example event: `node bench/judging-picture.ts >
 * docs/judging.svg`. The same file gives the same picture.
 */
import { readEventFile } from '../event-file/read.ts';
import type { TeamReview } from '../shared/base/fair/design.ts';
import { normals } from '../shared/base/fair/random.ts';
import { fairRanking, type FairRanking } from '../shared/base/fair/ranking.ts';
import { planOf } from '../services/judging/plan/plan.ts';

const example = 'examples/spring-hack.yaml';
/** The points that each of the judges usually gives more or less than the others, on the scale of 0 to 10. */
const lenience = [-1.9, 0.7, 1.7, -0.5];
const [shownTeams, reviewsPerTeam, seed] = [12, 2, 5];

interface Judged {
  readonly reviews: readonly TeamReview[];
  /** Teams by their plain mean, best first. */
  readonly plain: readonly { readonly team: string; readonly score: number }[];
  readonly fair: FairRanking;
}

/** Judges the first teams of the example as such judges would. */
function judged(): Judged {
  const { teams, judges } = exampleNames();
  const plan = planOf({ teams, judges, kept: [], barred: [], reviewsPerTeam, seed });
  if ('missing' in plan) throw new Error(`There is no plan for lack of ${plan.missing}.`);
  const normal = normals(seed);
  const worth = new Map(teams.map((team) => [team, 6 + 1.1 * normal()]));
  const reviews = plan.created.map(({ team, judge }): TeamReview => {
    const value = worth.get(team)! + lenience[judges.indexOf(judge)]! + 0.4 * normal();
    return { team, judge, value: Math.min(10, Math.max(0, Math.round(2 * value) / 2)) };
  });
  const plain = [...Map.groupBy(reviews, ({ team }) => team)].map(([team, own]) => {
    return { team, score: own.reduce((sum, { value }) => sum + value / own.length, 0) };
  });
  plain.sort((a, b) => b.score - a.score || (a.team < b.team ? -1 : 1));
  return { reviews, plain, fair: fairRanking(reviews) };
}

function exampleNames() {
  const reading = readEventFile(example, {});
  if (!('file' in reading)) throw new Error(`${example} cannot be read.`);
  const { users, super_events } = reading.file;
  const [hackathon] = super_events;
  const people = new Map(users.map(({ email, name }) => [email, name ?? email]));
  const roles = (hackathon?.tracks ?? []).flatMap((track) => track.roles ?? []);
  const judges = roles.filter(({ role }) => role === 'JUDGE').map(({ email }) => people.get(email) ?? email);
  const teams = (hackathon?.teams ?? []).slice(0, shownTeams).map(({ name }) => name);
  return { teams, judges: [...new Set(judges)] };
}

const [width, top, line] = [880, 96, 27];
const [left, right] = [300, 560];
const escape = (words: string) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const spoken = (value: number) => value.toFixed(1).replace('-', '−');
const signed = (value: number) => (value > 0 ? `+${spoken(value)}` : spoken(value));
const text = (of: string, x: number, y: number, words: string) =>
  `<text class="${of}" x="${x}" y="${y}">${escape(words)}</text>`;

function slopes({ plain, fair }: Judged): string[] {
  return plain.flatMap(({ team, score }, before) => {
    const rank = 1 + plain.filter((other) => other.score > score).length;
    const after = fair.teams.findIndex((each) => each.team === team);
    const way = after < before ? 'up' : after > before ? 'down' : 'same';
    const [from, to] = [top + before * line, top + after * line];
    return [
      `<line class="${way}" x1="${left + 12}" y1="${from}" x2="${right - 12}" y2="${to}"/>`,
      text('end', left, from + 4, `${rank}. ${team}  ${spoken(score)}`),
      text('start', right, to + 4, `${fair.teams[after]!.rank}. ${team}  ${spoken(fair.teams[after]!.score)}`),
    ];
  });
}

/** The usual points of each judge, as bars beside the mean. */
function effects({ fair }: Judged, y: number): string[] {
  const middle = (left + right) / 2;
  const lines = [text('title', 40, y, 'What the judges usually give, beside the others')];
  for (const [index, { judge, effect }] of fair.judges.toSorted((a, b) => a.effect - b.effect).entries()) {
    const at = y + 28 + index * 24;
    const long = Math.round(Math.abs(effect) * 60);
    const x = effect < 0 ? middle - long : middle;
    lines.push(
      text('end', left, at + 4, judge),
      `<rect class="${effect < 0 ? 'down' : 'up'}" x="${x}" y="${at - 7}" width="${long}" height="14" rx="3"/>`,
      text('start', right, at + 4, signed(effect)),
    );
  }
  return [...lines, `<line class="axis" x1="${middle}" y1="${y + 14}" x2="${middle}" y2="${y + 118}"/>`];
}

const style = `
  text { font-family: -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif; fill: #1f2328; }
  .title { font-size: 15px; font-weight: 600; } .note { font-size: 12px; fill: #59636e; }
  .start, .end { font-size: 13px; } .end { text-anchor: end; }
  line { stroke-width: 2.5; stroke: #a3acb6; } .axis { stroke-width: 1; }
  line.up { stroke: #0f766e; } line.down { stroke: #b45309; } rect.up { fill: #0f766e; } rect.down { fill: #b45309; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .note { fill: #9198a1; } line { stroke: #656c76; }
    line.up { stroke: #2dd4bf; } line.down { stroke: #f59e0b; } rect.up { fill: #2dd4bf; } rect.down { fill: #f59e0b; }
  }`;

export function judgingPicture(): string {
  const all = judged();
  const below = top + shownTeams * line + 18;
  const height = below + 140;
  const title = 'Ranks by plain means, and with what judges differ by taken out';
  const parts = [
    text('title', 40, 34, 'Twelve teams, four judges, two reviews of each team'),
    text('note', left - 90, 66, 'plain: mean of the marks'),
    text('note', right, 66, 'fair: as usual judges would have'),
    ...slopes(all),
    ...effects(all, below),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${style}
</style>
${parts.join('\n')}
</svg>
`;
}

if (import.meta.main) process.stdout.write(judgingPicture());
