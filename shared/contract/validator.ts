/** Checks by rules, for the broker, the environment and the event file. */
import FastestValidator, { type CompilationRule, type MessagesType, type ValidationError } from 'fastest-validator';
import { normalEmail } from './email-address.ts';
import { charactersOf, flawOfName, normalName } from './names.ts';
import type { Fields, Rule } from './schema.ts';

/** One readable sentence per problem. */
const messages = {
  required: 'is required',
  string: 'must be a string',
  stringEmpty: 'must not be empty',
  stringMin: 'must have at least {expected} characters',
  stringMax: 'must have at most {expected} characters',
  stringPattern: 'has the wrong format',
  nameCharacters: 'must be one line, without invisible characters',
  nameBlank: 'must have a character that is seen',
  number: 'must be a number',
  numberMin: 'must be at least {expected}',
  numberMax: 'must be at most {expected}',
  numberInteger: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  arrayEmpty: 'must not be empty',
  arrayMin: 'must have at least {expected} items',
  arrayMax: 'must have at most {expected} items',
  arrayUnique: 'must not have an item twice',
  object: 'must be an object',
  objectStrict: 'is not known: {actual}',
  enumValue: 'must be one of: {expected}',
  equalValue: 'must be {expected}',
  email: 'must be an email address',
  emailMax: 'must have at most {expected} characters',
  emailEmpty: 'must not be empty',
  uuid: 'must be a UUID',
  uuidVersion: 'must be a UUID',
  timestamp: 'must be an ISO 8601 time with an offset, such as 2027-03-06T09:00:00Z',
  httpUrl: 'must be an http or https address without credentials',
  httpsUrl: 'must be an https address',
  regularExpression: 'must be a regular expression, without lookaround and back references',
  patternSize:
    'must be smaller: at most 200 characters that repeat little; for lengths there are min_length and max_length',
  jsonMax: 'must have at most {expected} bytes as JSON',
  placeholder: 'must not have {actual}; what stands in braces is one of {expected}',
  timeZone: 'must be an IANA time zone, such as Europe/Berlin',
};

/** The validator as it compiles a rule. */
interface Compiling {
  makeError(error: { type: string; expected: unknown; actual: string; messages: MessagesType }): string;
}
interface TextRule {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly trim?: boolean;
  readonly isName?: boolean;
}

/** The functions that the source of a compiled rule calls. */
const customFunctions = { charactersOf, flawOfName, normalEmail, normalName };

const failing = (validator: Compiling, messages: MessagesType) => (type: string, expected?: unknown) =>
  validator.makeError({ type, expected, actual: 'value', messages });

/** Texts, in place of the built-in rule: that counts UTF-16 units, by which an emoji is two. */
function string(this: Compiling, { schema, messages }: CompilationRule) {
  const { min, max, pattern, trim, isName } = schema as TextRule;
  const error = failing(this, messages);
  const source = [
    `if (typeof value !== 'string') { ${error('string')} return value; }`,
    `const { normalName, flawOfName, charactersOf } = context.customFunctions;`,
    isName ? `value = normalName(value);` : trim ? `value = value.trim();` : '',
    min === undefined ? '' : `if (charactersOf(value) < ${min}) ${error('stringMin', min)}`,
    max === undefined ? '' : `if (charactersOf(value) > ${max}) ${error('stringMax', max)}`,
    pattern ? `if (!${pattern}.test(value)) ${error('stringPattern')}` : '',
    isName ? `const flaw = value === '' ? undefined : flawOfName(value);` : '',
    isName ? `if (flaw === 'nameCharacters') ${error('nameCharacters')}` : '',
    isName ? `if (flaw === 'nameBlank') ${error('nameBlank')}` : '',
    `return value;`,
  ];
  return { source: source.join('\n') };
}

/** Addresses, in place of the built-in rule: that knows no domain beyond ASCII, and no `xn--` at its end. */
function email(this: Compiling, { schema, messages }: CompilationRule) {
  const { max } = schema as TextRule;
  const error = failing(this, messages);
  const source = `
    if (typeof value !== 'string') { ${error('string')} return value; }
    if (value === '') { ${error('emailEmpty')} return value; }
    const address = context.customFunctions.normalEmail(value);
    if (address === undefined) { ${error('email')} return value; }
    if (address.length > ${max}) ${error('emailMax', max)}
    return address;`;
  return { source };
}

export const validatorOptions = {
  useNewCustomCheckerFunction: true,
  considerNullAsAValue: true,
  messages,
  customRules: { string, email },
  customFunctions,
};

// The package is CommonJS: what its types call `default` is the module itself.
const Validator = FastestValidator as unknown as typeof FastestValidator.default;
const validator = new Validator(validatorOptions);

/** Returns true, or everything that is wrong. Defaults and normalized values are written into the checked value. */
export type Check = (value: unknown) => true | ValidationError[];

/** Returns the validator's schema of an object. Unknown members are dropped or refused, by `unknown`. */
export const rulesOf = (fields: Fields, unknown: 'drop' | 'refuse') => ({
  $$strict: unknown === 'drop' ? ('remove' as const) : true,
  ...copied(fields),
});

/**
 * Copies a rule. The validator takes an object that occurs twice for a cycle and skips its custom check, so no object
 * may.
 */
function copied<T>(part: T): T {
  if (Array.isArray(part)) return part.map(copied) as T;
  const isPlain = typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype;
  return isPlain ? (Object.fromEntries(Object.entries(part).map(([name, each]) => [name, copied(each)])) as T) : part;
}

/** Returns a check that is compiled when it is first needed: a process starts with hundreds of them and needs few. */
export function onFirstUse<C extends (...checked: never[]) => unknown>(compile: () => C): C {
  let check: C | undefined;
  return ((...checked) => (check ??= compile())(...checked)) as C;
}

/** Returns the check of an object's fields. Unknown members are dropped or refused, by `unknown`. */
export const checkOfFields = (fields: Fields, unknown: 'drop' | 'refuse'): Check =>
  onFirstUse(() => validator.compile(rulesOf(fields, unknown)) as Check);

/** Returns the check of a single value. */
export const checkOfRule = (rule: Rule): Check =>
  onFirstUse(() => validator.compile({ $$root: true, ...copied(rule) }) as Check);

/** A wrong field, as clients see it in `errors`. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/** Converts the validator's errors to what clients see. An error of the whole object names no field. */
export const fieldProblems = (errors: readonly ValidationError[]): FieldProblem[] =>
  errors.map(({ field: named, type, message }) => {
    const field = (named as string | undefined) ?? 'body';
    return { field, code: type, message: `${field} ${message ?? 'is not valid'}` };
  });
