/** Words and numbers as the desk writes them. */

/** `35 %` */
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** The two rankings: the mean of what judges gave, and the one without what judges differ by. */
export const rankingNames = { plain: 'simple', fair: 'adjusted' } as const;

/** `1 team`, `3 teams` */
export const count = (n: number, one: string, several = `${one}s`): string => `${n} ${n === 1 ? one : several}`;

/** The first few of a list: `Ants, Bees, Cats and 4 more` */
export function listed(names: readonly string[]): string {
  const most = 3;
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago` */
export function ago(at: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / (24 * 60))} days ago`;
}
