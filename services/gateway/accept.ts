/** Reads the weights that a client gives media types and codings (RFC 9110 §12.4.2, §12.5.1). */

/** Tells whether an `Accept` wants HTML more than JSON. A client that wants both alike, or anything, gets JSON. */
export const prefersHtml = (accepted = ''): boolean =>
  weightIn(accepted, ['text/html', 'text/*', '*/*']) > weightIn(accepted, ['application/json', 'application/*', '*/*']);

/**
 * Returns the weight from 0 to 1 that a list gives the first of these names that stands in it; 0 where none does. Parameters
 * other than the weight are ignored, since what we answer has no variants that differ in them.
 * @param names From the most specific to the least, in small letters.
 */
export function weightIn(list: string, names: readonly string[]): number {
  // A quoted text may have commas and semicolons, and is no name or weight.
  const ranges = list
    .replace(/"(?:\\.|[^"\\])*"/g, '""')
    .split(',')
    .map(rangeIn);
  const found = names.map((name) => ranges.filter((range) => range.name === name)).find(({ length }) => length > 0);
  return Math.max(0, ...(found ?? []).map(({ weight }) => weight));
}

function rangeIn(text: string) {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const said = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
  const weight = Number.parseFloat(said ?? '1');
  return { name, weight: weight >= 0 && weight <= 1 ? weight : 1 };
}
