/** Reads the metrics of processes. */

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Returns what a process tells Prometheus, as it does. */
export const exposition = async ({ adminPort }: { readonly adminPort: number }): Promise<string> =>
  (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();

/** Returns every series of an exposition. */
export const seriesOf = (text: string): Series[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text])),
    value: Number(value),
  }));

/** Returns the value of a series, which has these labels at least; 0 where there is none, the sum where there are several. */
export const valueOf = (text: string, name: string, labels: Record<string, string> = {}): number =>
  seriesOf(text)
    .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
