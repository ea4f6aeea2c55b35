import { describe, expect, it } from '@jest/globals';
import { normalEmail } from '../../shared/contract/email-address.ts';
import { charactersOf, cleanName, flawOfName, normalName } from '../../shared/contract/names.ts';
import type { Contract } from '../../shared/contract/endpoint.ts';
import { contracts } from '../../shared/contract/index.ts';
import { t, type Fields, type Rule } from '../../shared/contract/schema.ts';
import { checkOfFields } from '../../shared/contract/validator.ts';

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
const coder = '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}';

describe('A name', () => {
  it.each([
    ['letters of any script', '王小明 Łukasz Ünal'],
    ['signs', "O'Brien & Söhne (2)"],
    ['an emoji of several, joined', family],
    ['one with a colour of skin', coder],
    ['one with a variation selector', '\u2764\ufe0f'],
    ['a joiner that a word in Sinhala is spelt with', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['one in Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['digits alone', '2027'],
  ])('may have %s', (_what, name) => {
    expect(flawOfName(name)).toBeUndefined();
    expect(cleanName(name)).toBe(name);
  });

  it.each([
    ['a line break', 'Ada\nRoot', 'Ada Root'],
    ['a separator of lines', 'Ada\u2028Root', 'Ada Root'],
    ['a command to a terminal', 'Ada\u001b[2J', 'Ada[2J'],
    ['one in eight bits', 'Ada\u009b2J', 'Ada2J'],
    ['a turn of direction', 'Ada\u202eecila', 'Adaecila'],
    ['a mark of direction', 'Ada\u200f', 'Ada'],
    ['a space without width', 'Ada\u200bRoot', 'AdaRoot'],
    ['a soft hyphen', 'Ada\u00adRoot', 'AdaRoot'],
    ['a joiner between letters of Latin', 'Ada\u200dRoot', 'AdaRoot'],
    ['a tag that nobody sees', 'Ada\u{e0041}', 'Ada'],
  ])('never has %s', (_what, name, clean) => {
    expect(flawOfName(name)).toBe('nameCharacters');
    expect(cleanName(name)).toBe(clean);
  });

  it.each([
    ['blanks', ' \u00a0 '],
    ['the filler of Hangul', '\u3164'],
    ['the blank of Braille', '\u2800'],
    ['a mark without a letter', '\u0301'],
  ])('is more than %s', (_what, name) => {
    expect(flawOfName(normalName(name))).toBe('nameBlank');
  });

  it('is composed, and without blanks at its ends', () => {
    expect(normalName(' Zoe\u0308 ')).toBe('Zo\u00eb');
  });
});

describe('The length of a text', () => {
  it.each([
    ['', 0],
    ['Ada', 3],
    ['\u{1f389}', 1],
    ['\u{1f389}'.repeat(60), 60],
    ['a\u{1f389}b', 3],
    ['\ud83c', 1],
  ])('of %j is %i', (text, characters) => {
    expect(charactersOf(text)).toBe(characters);
    expect(charactersOf(text)).toBe(Array.from(text).length);
  });

  const check = checkOfFields({ name: t.name({ min: 2, max: 60 }), text: t.optional(t.string({ max: 3 })) }, 'drop');
  const kinds = (value: unknown) => {
    const verdict = check(value);
    return verdict === true ? [] : verdict.map(({ type }) => type);
  };

  it('is what limits count', () => {
    expect(kinds({ name: '\u{1f389}'.repeat(60), text: '\u{1f389}'.repeat(3) })).toEqual([]);
    expect(kinds({ name: '\u{1f389}'.repeat(61) })).toEqual(['stringMax']);
    expect(kinds({ name: '\u{1f389}' })).toEqual(['stringMin']);
    expect(kinds({ name: 'ab', text: '\u{1f389}'.repeat(4) })).toEqual(['stringMax']);
  });

  it('is that of the composed name', () => {
    expect(kinds({ name: 'e\u0301'.repeat(60) })).toEqual([]);
    expect(kinds({ name: 'e\u0301' })).toEqual(['stringMin']);
  });
});

/** The rules of what a request may send, at any depth. */
function rulesIn(fields: Fields, path: string): [path: string, rule: Rule][] {
  return Object.entries(fields).flatMap(([name, rule]) => {
    const { props, items } = rule as Rule & { props?: Fields; items?: Rule };
    const at = `${path}.${name}`;
    return [
      [at, rule] as [string, Rule],
      ...(props ? rulesIn(props, at) : []),
      ...(items ? rulesIn({ [name]: items }, path) : []),
    ];
  });
}

describe('The contract', () => {
  /** In a path stands the name of something that is there, or of nothing. */
  const isSent = (route: string | undefined, path: string) =>
    route !== undefined && !route.includes(`:${path.split('.').at(-1)}`);
  const given = Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
    Object.entries(contract).flatMap(([action, { http, params }]) =>
      rulesIn(params as Fields, `${service}.${action}`).filter(([path]) => isSent(http?.path, path)),
    ),
  );
  const called = /\.(?:name|label|title|sponsor|firstName|lastName)$/;

  it('has the rule of names for each text that is called one', () => {
    const texts = given.filter(([path, { type }]) => called.test(path) && type === 'string');
    const others = texts.filter(([, rule]) => !('isName' in rule)).map(([path]) => path);
    expect(texts.length).toBeGreaterThan(25);
    expect(others).toEqual([]);
  });
});

describe('An address', () => {
  it.each([
    ['in capitals', ' Ada@Example.ORG ', 'ada@example.org'],
    ['with a domain in another script', 'ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
    ['with a domain that is in its ASCII form', 'ada@xn--e1afmkfd.xn--p1ai', 'ada@xn--e1afmkfd.xn--p1ai'],
    [
      'with the same domain as people write it',
      'ada@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
      'ada@xn--e1afmkfd.xn--p1ai',
    ],
    ['with dots of another script', 'ada@\u4f8b\u3048\u3002\u30c6\u30b9\u30c8', 'ada@xn--r8jz45g.xn--zckzah'],
    ['with letters in full width', 'ada@\uff41.example', 'ada@a.example'],
    ['decomposed', 'zoe\u0308@example.org', 'zo\u00eb@example.org'],
    ['quoted', '"a.b"@example.org', '"a.b"@example.org'],
    ['of a network', 'ada@[192.0.2.1]', 'ada@[192.0.2.1]'],
  ])('%s has one form', (_what, given_, stored) => {
    expect(normalEmail(given_)).toBe(stored);
    expect(normalEmail(stored)).toBe(stored);
  });

  it.each([
    ...['nobody', '@example.org', 'ada@', 'ada@example', 'ada@example.c', 'ada@example..org', 'a b@example.org'],
    ...['ada@exa mple.org', 'ada\u200b@example.org', 'ada@exam\u00adple', 'a\u001bda@example.org', 'ada@a_b.org'],
    ...[
      'a@b@example.org',
      'ada@192.0.2.1',
      'ada@example.org.',
      'ada@exa%6dple.org',
      'ada@example.org/x',
      'ada@x.org:25',
    ],
  ])('is never %j', (text) => {
    expect(normalEmail(text)).toBeUndefined();
  });
});
