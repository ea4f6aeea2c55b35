/**
 * Finds members of a request that its contract does not know. They are ignored with a warning; a client that prefers
 * strict handling (RFC 7240) is refused instead. The known names are computed once, so that the check costs next to
 * nothing.
 */
import type { IncomingMessage } from 'node:http';
import { closestWord } from '../../../shared/base/words.ts';
import { Failure } from '../../../shared/base/failure.ts';
import { isInBody, isInQuery } from '../../../shared/contract/endpoint.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Fields, Rule } from '../../../shared/contract/schema.ts';
import { checkOfFields, fieldProblems, type Check, type FieldProblem } from '../../../shared/contract/validator.ts';
import { unknownMembers } from '../limits.ts';
import type { Step } from '../request.ts';
import type { Body } from './body.ts';

/** Names of an object's members, each with its own members; undefined where any member is allowed. */
type Members = ReadonlyMap<string, Members | undefined>;

interface Known {
  readonly body: Members;
  readonly query: Members;
  readonly path: Members;
}
interface Unknown {
  readonly what: 'member' | 'parameter';
  /** The path from the body on. */
  readonly field: string;
  readonly hint: () => string;
}

const membersOf = (fields: Fields): Members =>
  new Map(Object.entries(fields).map(([name, rule]) => [name, membersIn(rule)]));

/** Returns the members that a rule allows; undefined if any. Items of a list share theirs. */
function membersIn(rule: Rule): Members | undefined {
  const { type, items, props, strict } = rule as Rule & { items?: Rule; props?: Fields; strict?: unknown };
  if (type === 'array' && items) return membersIn(items);
  return type === 'object' && props && strict === 'remove' ? membersOf(props) : undefined;
}

function knownTo(endpoint: Endpoint): Known {
  const inPath = new Set(endpoint.http?.path.match(/(?<=:)[^/]+/g));
  const pick = (takes: (name: string) => boolean) =>
    membersOf(Object.fromEntries(Object.entries(endpoint.params).filter(([name]) => takes(name))));
  return {
    body: pick((name) => !inPath.has(name) && isInBody(endpoint, name)),
    query: pick((name) => !inPath.has(name) && isInQuery(endpoint, name)),
    path: pick((name) => inPath.has(name)),
  };
}

/** Adds a `Warning` header about ignored members, or refuses them with all other problems of the parameters. */
export const checkUnknownMembers: Step = (endpoint) => {
  const [known, check] = [knownTo(endpoint), checkOfFields(endpoint.params, 'drop')];
  return (request, next) => {
    const { req, head, query, body = {}, params } = request;
    const isStrict = prefersStrict(req);
    if (isStrict) head['Preference-Applied'] = 'handling=strict';
    const found = unknownIn(known, query, body);
    if (found.length === 0) return next(request);
    if (isStrict) throw refusal(found, endpoint, check(structuredClone(params)));
    head.Warning = warningOf(found);
    return next(request);
  };
};

/** The first preference counts (RFC 7240). */
function prefersStrict({ headers: { prefer } }: IncomingMessage): boolean {
  if (prefer === undefined) return false;
  const [, handling] = /(?:^|,)\s*handling\s*=\s*"?(\w+)/i.exec(String(prefer)) ?? [];
  return handling?.toLowerCase() === 'strict';
}

function unknownIn({ body, query, path }: Known, inQuery: URLSearchParams, inBody: Body): Unknown[] {
  const found: Unknown[] = [];
  const elsewhere = (name: string) => (path.has(name) ? '; the path says it' : undefined);
  const outside = (name: string) => elsewhere(name) ?? (query.has(name) ? '; send it in the query' : undefined);
  look(inBody, body, '', found, outside);
  if (inQuery.size === 0) return found;
  for (const name of new Set(inQuery.keys())) {
    if (query.has(name)) continue;
    const hint = () => elsewhere(name) ?? (body.has(name) ? '; send it in the body' : nearest(name, query));
    found.push({ what: 'parameter', field: shortened(name), hint });
  }
  return found;
}

function look(
  value: unknown,
  members: Members,
  at: string,
  found: Unknown[],
  elsewhere?: (name: string) => string | undefined,
): void {
  if (Array.isArray(value)) value.forEach((item, index) => look(item, members, `${at}[${index}]`, found));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inside] of Object.entries(value)) {
      const further = members.get(name);
      if (further) look(inside, further, at === '' ? name : `${at}.${name}`, found);
      else if (!members.has(name)) {
        const field = at === '' ? shortened(name) : `${at}.${shortened(name)}`;
        found.push({ what: 'member', field, hint: () => elsewhere?.(name) ?? nearest(name, members) });
      }
    }
  }
}

const shortened = (name: string) =>
  (name.length > unknownMembers.nameLength ? `${name.slice(0, unknownMembers.nameLength)}...` : name).toWellFormed();

/** Suggests a known name. Long names are not compared, because that would be expensive. */
function nearest(name: string, members: Members): string {
  const word = name.length > unknownMembers.nameLength ? undefined : closestWord(name, [...members.keys()]);
  return word === undefined ? '' : `; did you mean ${word}?`;
}

function warningOf(found: readonly Unknown[]): string {
  const shown = found.length > unknownMembers.warnedOf ? found.slice(0, unknownMembers.warnedOf - 1) : found;
  const sentences = shown.map(
    ({ what, field, hint }) => `unknown ${what} ${field} of the ${what === 'member' ? 'body' : 'query'}${hint()}`,
  );
  const rest = found.length - shown.length;
  if (rest > 0) sentences.push(`and ${rest} more that are unknown`);
  return sentences.map((sentence) => `299 muster "${inHeader(sentence)}"`).join(', ');
}

/** Keeps printable ASCII for a header and escapes quotes. */
const inHeader = (text: string) => text.replace(/[^\x20-\x7e]|["\\%]/gu, encodeURIComponent);

/** Returns the refusal with all other problems, except those that have a code of their own. */
function refusal(found: readonly Unknown[], { invalid = {} }: Endpoint, verdict: ReturnType<Check>): Failure {
  const errors: FieldProblem[] = found
    .slice(0, unknownMembers.refused)
    .map(({ field, hint }) => ({ field, code: 'unknown', message: `${field} is not known here${hint()}` }));
  const rest = found.length - errors.length;
  if (rest > 0) errors.push({ field: 'body', code: 'unknown', message: `${rest} more are not known here` });
  const others = verdict === true ? [] : fieldProblems(verdict).filter(({ field }) => !(field in invalid));
  return new Failure('VALIDATION_FAILED', { errors: [...errors, ...others] });
}
