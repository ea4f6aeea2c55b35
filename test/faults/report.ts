/** The table of what was promised and what was seen, in Markdown. */
import type { Scenario, Seen } from './scenario.ts';
import { heldBySpecs } from './scenarios.ts';

const heading = ['', 'Promise', 'Size', 'Requests', 'Failed', 'Doubled', 'Lost', 'Longest wait', 'Verdict'];

export function report(played: readonly { readonly scenario: Scenario; readonly seen: Seen }[]): string {
  const rows = played.map(({ scenario: { id, promise }, seen }) => [
    ...[id, promise, seen.size, seen.requests, seen.failed, seen.doubled, seen.lost],
    `${(seen.longest / 1_000).toFixed(1)} s`,
    seen.unmet.length === 0 ? 'met' : `**not met**: ${seen.unmet.join('; ')}`,
  ]);
  return markdown(heading, rows);
}

export const specsOfSafety = (): string =>
  markdown(
    ['', 'Promise', 'Held by'],
    heldBySpecs.map(([id, promise, ...specs]) => [
      id,
      promise,
      specs.map((spec) => `\`test/${spec}.spec.ts\``).join(', '),
    ]),
  );

const markdown = (titles: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
