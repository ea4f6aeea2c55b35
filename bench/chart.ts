/** Draws the results: `node bench/chart.ts < bench.json > docs/bench.svg`. The same rows give the same picture. */
import { text } from 'node:stream/consumers';
import type { Compared, Row } from './measure.ts';

interface Bar {
  readonly name: string;
  readonly kind: 'muster' | 'rival' | 'echo';
  readonly value: number;
  /** The length of the bar. */
  readonly length: number;
}
interface Panel {
  readonly title: string;
  readonly note: string;
  readonly bar: typeof roomy;
  readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[];
}

const width = 880;
const margin = 28;
const gap = 32;
/** The height of a bar, the gaps between bars, and the space below a group. */
const roomy = { height: 18, gap: 6, below: 10, base: 13 };
const tight = { height: 11, gap: 2, below: 11, base: 9.5 };
const head = 50;

const escape = (words: string) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const round = (value: number) => Number(value.toFixed(1));
const figure = (value: number) =>
  value >= 100 ? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',') : value.toPrecision(value < 1 ? 2 : 3);

function barsOf({ muster, rival, echo }: Compared, unit = 1): Bar[] {
  const bar = (name: string, kind: Bar['kind'], value: number) => ({ name, kind, value, length: value / unit });
  const both = [bar('Muster', 'muster', muster), bar('rival', 'rival', rival)];
  return echo === undefined ? both : [...both, bar('echo', 'echo', echo)];
}

function panelsOf(rows: readonly Row[]): { small: Panel[]; reads: Panel } {
  const of = (id: string) => rows.filter((row) => row.id === id && row.compared !== undefined);
  const panel = (id: string, title: string, note: string): Panel => ({
    title,
    note,
    bar: roomy,
    groups: of(id).map(({ compared }) => ({ label: '', bars: compared ? barsOf(compared) : [] })),
  });
  const small = [
    panel('P1', 'Scans over NATS', 'per second, 64 connections · more is better'),
    panel('P3', 'Scans in one process', 'per second, 64 connections · more is better'),
    panel('P1c', 'Processor time of a scan', 'ms, Node + PostgreSQL + NATS · less is better'),
    panel('P2', 'A scan on an idle service', 'ms, median over NATS, one connection · less is better'),
  ];
  const groups = of('P4').map(({ what, compared }) => ({
    label: what.replace('GET ', ''),
    bars: compared ? barsOf(compared, compared.rival) : [],
  }));
  const note = "ms over NATS, drawn as multiples of the rival's · less is better";
  return { small, reads: { title: 'Processor time of a guarded read', note, bar: tight, groups } };
}

interface Position {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The width of the labels. */
  readonly labels: number;
}

const groupHeight = ({ height, gap, below }: Panel['bar'], bars: readonly Bar[]) =>
  bars.length * (height + gap) + below;
const heightOf = ({ bar, groups }: Panel) => head + groups.reduce((sum, { bars }) => sum + groupHeight(bar, bars), 0);

function drawn({ title, note, bar, groups }: Panel, { x, y, width, labels }: Position): string {
  const room = width - labels - 62;
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ length }) => length)));
  const lines = [
    `<text class="title" x="${x}" y="${y + 14}">${escape(title)}</text>`,
    `<text class="note" x="${x}" y="${y + 33}">${escape(note)}</text>`,
  ];
  let top = y + head;
  for (const { label, bars } of groups) {
    const middle = top + (bars.length * (bar.height + bar.gap) - bar.gap) / 2 + 4;
    if (label) lines.push(`<text class="path" x="${x}" y="${round(middle)}">${escape(label)}</text>`);
    for (const [index, { name, kind, value, length }] of bars.entries()) {
      const at = top + index * (bar.height + bar.gap);
      const long = Math.max(2, round((length / most) * room));
      const base = at + bar.base;
      if (!label) lines.push(`<text class="name" x="${x}" y="${base}">${name}</text>`);
      lines.push(`<rect class="${kind}" x="${x + labels}" y="${at}" width="${long}" height="${bar.height}" rx="3"/>`);
      lines.push(`<text class="value" x="${round(x + labels + long + 7)}" y="${base}">${figure(value)}</text>`);
    }
    top += groupHeight(bar, bars);
  }
  return lines.join('\n');
}

const style = `
  text { font-family: -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif; fill: #1f2328; }
  .title { font-size: 15px; font-weight: 600; }
  .note { font-size: 12px; fill: #59636e; }
  .name, .value { font-size: 12px; }
  .value { font-variant-numeric: tabular-nums; }
  .path { font-size: 11.5px; font-family: ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace; }
  .muster { fill: #0f766e; } .rival { fill: #a3acb6; } .echo { fill: none; stroke: #a3acb6; stroke-dasharray: 3 3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .note { fill: #9198a1; }
    .muster { fill: #2dd4bf; } .rival { fill: #656c76; } .echo { stroke: #656c76; }
  }`;

function legend(y: number): string {
  const entries: [Bar['kind'], string][] = [
    ['muster', 'Muster'],
    ['rival', 'rival: one process, Fastify + pg'],
    ['echo', 'echo: moleculer-web + NATS, no database'],
  ];
  let x = margin;
  return entries
    .map(([kind, words]) => {
      const entry = `<rect class="${kind}" x="${x}" y="${y}" width="18" height="12" rx="3"/>
<text class="note" x="${x + 25}" y="${y + 10}">${words}</text>`;
      x += 60 + words.length * 6.4;
      return entry;
    })
    .join('\n');
}

export function chart(rows: readonly Row[]): string {
  const { small, reads } = panelsOf(rows);
  const half = (width - 2 * margin - gap) / 2;
  const parts = [legend(margin - 8)];
  let y = margin + 30;
  for (let first = 0; first < small.length; first += 2) {
    const pair = small.slice(first, first + 2).filter(({ groups }) => groups.length > 0);
    parts.push(
      ...pair.map((panel, index) => drawn(panel, { x: margin + index * (half + gap), y, width: half, labels: 58 })),
    );
    y += pair.length > 0 ? Math.max(...pair.map(heightOf)) + 18 : 0;
  }
  if (reads.groups.length > 0) {
    parts.push(drawn(reads, { x: margin, y, width: width - 2 * margin, labels: 345 }));
    y += heightOf(reads) + 8;
  }
  const title = 'Muster beside a rival in one process';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${style}
</style>
${parts.join('\n')}
</svg>
`;
}

if (import.meta.main) process.stdout.write(chart(JSON.parse(await text(process.stdin)) as Row[]));
