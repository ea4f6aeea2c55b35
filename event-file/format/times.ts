/** Times as people write them, local to a zone or with an offset, and the instants they mean. */
import type { FormatCheck } from '../../shared/contract/formats.ts';

const form = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

const parts = (written: string) => {
  const [, minute = '', second = '', offset] = form.exec(written) ?? [];
  return { local: minute + (second || ':00'), offset };
};

/** Whether the calendar has this time: `Date` would take February 30 for March 2. */
const exists = (local: string) => {
  const date = new Date(`${local}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(local.slice(0, 16));
};

export const isTime: FormatCheck = (value, problems) => {
  if (typeof value !== 'string') return value;
  const { local, offset = 'Z' } = parts(value);
  if (!form.test(value) || !exists(local) || Number.isNaN(Date.parse(local + offset))) {
    problems.push({ type: 'time', actual: value });
  }
  return value;
};

export type Instant = { at: Date } | { impossible: string };

/**
 * The instant a written time means. Where the clocks go back, a local time comes twice and the first is meant; where they
 * go forward, some local times never come, and those are refused.
 */
export function instantOf(written: string, tz: string | null | undefined): Instant {
  const { local, offset } = parts(written);
  if (offset) return { at: new Date(local + offset) };
  if (!tz) return { impossible: 'is a local time, but no tz says local to where: add tz, or an offset such as Z' };
  const asUtc = Date.parse(`${local}Z`);
  const [first] = [asUtc - dayMs, asUtc + dayMs]
    .map((around) => offsetAt(around, tz))
    .filter((candidate) => offsetAt(asUtc - candidate, tz) === candidate)
    .map((candidate) => asUtc - candidate)
    .sort((a, b) => a - b);
  if (first !== undefined) return { at: new Date(first) };
  return {
    impossible: `does not exist in ${tz}, where the clocks go forward over it: choose another, or add an offset`,
  };
}

/** As people would write it: local where that means the same instant, else in UTC. */
export function written(time: string | Date, tz: string | null | undefined): string {
  const instant = new Date(time);
  if (tz) {
    const local = short(new Date(instant.getTime() + offsetAt(instant.getTime(), tz)));
    const meant = form.test(local) ? instantOf(local, tz) : undefined;
    if (meant && 'at' in meant && meant.at.getTime() === instant.getTime()) return local;
  }
  return `${short(instant)}Z`;
}

/** Without seconds where there are none. */
const short = (time: Date) => time.toISOString().replace(/(:00)?(\.000)?Z$/, '');

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which clocks in the zone are ahead of UTC at an instant. */
function offsetAt(instant: number, tz: string): number {
  const format = formats.get(tz) ?? new Intl.DateTimeFormat('en', { timeZone: tz, timeZoneName: 'longOffset' });
  formats.set(tz, format);
  const shown = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(shown) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}
