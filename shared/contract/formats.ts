/** String formats that fastest-validator does not know, as its custom checks. */
interface Problem {
  type: string;
  actual?: unknown;
  expected?: unknown;
}
/** Answers the value to keep; pushes a problem where it is not of the format. */
export type Check = (value: unknown, problems: Problem[]) => unknown;

export const longestUrl = 2_048;

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export const normalizeTimestamp: Check = (value, problems) => {
  if (typeof value !== 'string') return value;
  const time = instant.test(value) && isDay(value.slice(0, 10)) ? new Date(value).getTime() : NaN;
  if (!(time >= firstInstant && time <= lastInstant)) {
    problems.push({ type: 'timestamp', actual: value });
    return value;
  }
  return new Date(time).toISOString();
};

/** Parsers of dates do not agree about what lies outside. */
const firstInstant = Date.parse('1000-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** Dates roll over: the 30th of February would become the 2nd of March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const normalizeUrl: Check = (value, problems) => {
  if (typeof value !== 'string') return value;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[\s\\]/.test(value)) {
    problems.push({ type: 'httpUrl', actual: value });
    return value;
  }
  return url.href;
};

const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** As somebody types an address: a bare host gets https:// in front, and nothing at all is null. */
export const normalizeStreamUrl: Check = (value, problems) => {
  if (typeof value !== 'string') return value;
  const typed = value.trim();
  if (typed === '') return null;
  const isBare = !scheme.test(typed);
  const host = /^[\p{L}\p{N}]/u.test(typed) && URL.parse(`https://${typed}`)?.hostname;
  if (isBare && !host) {
    problems.push({ type: 'httpUrl', actual: value });
    return value;
  }
  const whole = isBare ? `https://${typed}` : typed;
  const address = normalizeUrl(whole, problems);
  const grew = value.length <= longestUrl && String(address).length > longestUrl;
  if (grew) problems.push({ type: 'stringMax', actual: value, expected: longestUrl });
  return address === `${whole}/` ? whole : address;
};

/** Refuses bare offsets such as `+02:00`, which `Intl` takes for zones although they know no summer time. */
export const isTimeZone: Check = (value, problems) => {
  if (typeof value !== 'string') return value;
  try {
    if (!/^[A-Za-z]/.test(value)) throw new RangeError(value);
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    problems.push({ type: 'timeZone', actual: value });
  }
  return value;
};
