/** Formats a time as the interface does: ISO 8601 in UTC with milliseconds. */
export function instant(time: Date | string): string;
export function instant(time: Date | string | null): string | null;
export function instant(time: Date | string | null): string | null {
  return time && new Date(time).toISOString();
}
