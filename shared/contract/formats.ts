/** String formats that fastest-validator lacks, as its custom checks. */
interface Problem {
  type: string;
  actual?: unknown;
  expected?: unknown;
}
/** Returns the normalized value; adds a problem when the value does not have the format. */
export type FormatCheck = (value: unknown, problems: Problem[]) => unknown;

export const maxUrlLength = 2_048;
/** Characters of a project's description that a gallery shows and searches. */
export const summaryLength = 280;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Tells whether a text is a UUID, in any case. */
export const isUuid = (text: string) => uuid.test(text);

/**
 * Lowercases an id as PostgreSQL does, so that two spellings of it are equal. Text that is no UUID is kept; it names
 * nothing.
 */
export const normalizeId: FormatCheck = (value) => (typeof value === 'string' ? value.toLowerCase() : value);

/** How scanners that are set so tell the kind of a code before what it says (AIM), `]Q1` for a QR code. */
const symbolKind = /^\s*\][A-Za-z][0-9A-Za-z]/;

/** Returns a text that was scanned without the kind of the code before it. */
export const withoutSymbolKind = (scanned: string): string => scanned.replace(symbolKind, '');

/**
 * The token of a ticket as it is stored, however a scanner sent it: with Caps Lock, blanks, a line break, or the kind of the
 * code. All tokens are in lower case.
 */
export const tokenIn = (scanned: string): string => withoutSymbolKind(scanned).replace(/\s/g, '').toLowerCase();

/** As `tokenIn`. Text that is no token is kept, but for that; it names nobody. */
export const normalizeToken: FormatCheck = (value) => (typeof value === 'string' ? tokenIn(value) : value);

/** Tells whether a text, as `tokenIn` returns it, has the form of all tokens. */
export const hasTokenForm = (token: string): boolean => /^[0-9a-f]{40}$/.test(token);

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Checks an ISO 8601 time with an offset; returns it in UTC with milliseconds. */
export const normalizeTimestamp: FormatCheck = (value, problems) => {
  if (typeof value !== 'string') return value;
  const time = instant.test(value) && isDay(value.slice(0, 10)) ? new Date(value).getTime() : NaN;
  if (!(time >= firstInstant && time <= lastInstant)) {
    problems.push({ type: 'timestamp', actual: value });
    return value;
  }
  return new Date(time).toISOString();
};

/** Date parsers disagree about years outside 1000 to 9999. */
const firstInstant = Date.parse('1000-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Tells whether a text is a day of the calendar, such as `2027-03-06`. JavaScript's own dates roll over: they take the
 * 30th of February for the 2nd of March.
 */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Checks an absolute http or https URL without credentials; returns it in its canonical form. */
export const normalizeUrl: FormatCheck = (value, problems) => {
  if (typeof value !== 'string') return value;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[\s\\]/.test(value)) {
    problems.push({ type: 'httpUrl', actual: value });
    return value;
  }
  return url.href;
};

/** Like `normalizeUrl`, but https alone. */
export const normalizeHttpsUrl: FormatCheck = (value, problems) => {
  const address = normalizeUrl(value, problems);
  if (typeof address === 'string' && address.startsWith('http:')) problems.push({ type: 'httpsUrl', actual: value });
  return address;
};

const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Like `normalizeUrl`, but accepts a bare host, which gets `https://`, and turns an empty text into null. */
export const normalizeStreamUrl: FormatCheck = (value, problems) => {
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
  const grew = value.length <= maxUrlLength && String(address).length > maxUrlLength;
  if (grew) problems.push({ type: 'stringMax', actual: value, expected: maxUrlLength });
  return address === `${whole}/` ? whole : address;
};

/**
 * Checks for an IANA time zone. Refuses offsets such as `+02:00`, which `Intl` accepts although they have no summer
 * time.
 */
export const isTimeZone: FormatCheck = (value, problems) => {
  if (typeof value !== 'string') return value;
  try {
    if (!/^[A-Za-z]/.test(value)) throw new RangeError(value);
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    problems.push({ type: 'timeZone', actual: value });
  }
  return value;
};
