/** Words and numbers as the desk writes them. */
import { listed, region } from '../../shared/intl.ts';
import { words } from './texts/en.ts';

/** A number with this many digits after its point: `7.50` */
export const fixed = (n: number, digits: number): string =>
  n.toLocaleString(region, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The first few of a list: `Ants, Bees, Cats and 4 more` */
export function firstOf(names: readonly string[]): string {
  const most = 3;
  const rest = names.length - most;
  return listed(rest > 0 ? [...names.slice(0, most), words.more(rest)] : names);
}

const times = new Intl.RelativeTimeFormat(region, { style: 'short' });
/** `just now`, `5 min ago`, `3 hr ago`, `2 days ago` */
export function ago(at: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000);
  if (minutes < 1) return words.justNow;
  if (minutes < 60) return times.format(-minutes, 'minute');
  if (minutes < 48 * 60) return times.format(-Math.floor(minutes / 60), 'hour');
  return times.format(-Math.floor(minutes / (24 * 60)), 'day');
}

/** An answer as people read it. */
export function inWords(answer: unknown): string {
  if (answer === null || answer === '') return '–';
  if (typeof answer === 'boolean') return answer ? words.yes : words.no;
  if (Array.isArray(answer)) return answer.map(inWords).join(', ');
  if (typeof answer === 'object') return 'filename' in answer ? String(answer.filename) : JSON.stringify(answer);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}
