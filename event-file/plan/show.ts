/** A plan for people: `! doubt or loss`, `+ create`, `~ change (old -> new)`, `- remove`, `= unchanged`. */
import type { Difference } from '../../shared/database/portable.ts';
import type { Applied } from './apply.ts';
import { lossesOf, lossInWords } from './losses.ts';
import type { ChangeCounts } from './result.ts';

type Style = 'green' | 'yellow' | 'red' | 'dim';
type Paint = (style: Style, text: string) => string;
type Shown = Exclude<Difference['action'], 'unchanged'>;

const signs: Record<Shown, readonly [sign: string, style: Style]> = {
  create: ['+', 'green'],
  change: ['~', 'yellow'],
  remove: ['-', 'red'],
};
/** Of one kind, before the rest is only counted. JSON has them all. */
const linesAtMost = 20;
/** Of a value, so that a line stays a line. */
const longestValue = 60;

export function planText({ differences, doubts }: Pick<Applied, 'differences' | 'doubts'>, paint: Paint): string {
  const lines = [...Map.groupBy(differences, ({ action, kind }) => `${action} ${kind}`).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first || first.action === 'unchanged') return [];
    const [sign, style] = signs[first.action];
    const shown = alike.slice(0, linesAtMost).map((difference) => paint(style, `${sign} ${lineOf(difference)}`));
    const rest = alike.length - shown.length;
    return rest > 0 ? [...shown, paint(style, `${sign} ${first.action} ${first.kind}: and ${rest} more`)] : shown;
  });
  const unchanged = differences.filter(({ action }) => action === 'unchanged').length;
  const asked = doubts.map((doubt) => paint('yellow', `! ${doubt}`));
  const lost = lossesOf(differences).map((loss) => paint('red', `! ${onOneLine(lossInWords(loss))}`));
  return [...asked, ...lost, ...lines, ...(unchanged > 0 ? [paint('dim', `= unchanged: ${unchanged}`)] : [])].join(
    '\n',
  );
}

function lineOf({ action, kind, name, fields }: Difference): string {
  const changes = Object.entries(fields).map(
    ([field, [former, wanted]]) => `${field}: ${short(former)} -> ${short(wanted)}`,
  );
  const line = action === 'change' ? `change ${kind} ${name} (${changes.join(', ')})` : `${action} ${kind} ${name}`;
  return onOneLine(line);
}

/** Escapes line breaks, so that no text looks like a line of the plan. */
const onOneLine = (line: string) => line.replace(/[\n\r\t]/g, (sign) => JSON.stringify(sign).slice(1, -1));

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** All that would happen, for scripts. */
export const planActions = (differences: readonly Difference[]) =>
  differences
    .filter(({ action }) => action !== 'unchanged')
    .map(({ action, kind, name, fields }) => ({ action, what: `${kind} ${name}`, fields }));

export function countsText({ created, changed, unchanged, removed }: ChangeCounts): string {
  const parts = [`${created} created`, `${changed} changed`, removed && `${removed} removed`, `${unchanged} unchanged`];
  return parts.filter(Boolean).join(', ');
}
