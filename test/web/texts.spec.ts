/** The texts of pages stand in catalogs, which every language has in full. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';

const home = fileURLToPath(new URL('../../', import.meta.url));
const isOfOrganizers = (file: string) => /^web\/(desk|badges)\//.test(file);

const sources = globSync('web/**/*.{ts,tsx}', { cwd: home, exclude: ['web/ready/**'] }).filter(
  (file) => !/\/texts\/\w+\.ts$|^web\/worker\/|\.d\.ts$/.test(file),
);
const catalogs = globSync('web/**/texts/en.ts', { cwd: home }).map((file) => dirname(file));

/** Attributes whose values are no text for people. */
const silent =
  /^(class|style|href|src|type|name|id|for|role|kind|width|path|autocomplete|inputmode|data-.*|aria-(live|labelledby|describedby|controls|haspopup|current|pressed)|key|rel|target|lang|to|preserveAspectRatio|viewBox|d|fill|shape-rendering|enterkeyhint|accept|method|scope|list|wrap|capture|pattern|testId)$/;
/** Names of keys, headers and formats, which are the same in every language. */
const names =
  /^(Escape|Enter|Tab|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)|Backspace|Delete|Date|Muster|AbortError|TimeoutError|NotAllowedError|[A-Z][a-z]+Error|UTC|Z|Q|M|T|PARTICIPANT|ORGANIZER|Content-Type|LinkedIn|GitHub|English|Deutsch|Español|Français)$/;
/** Keys under which this device keeps something. */
const key = /^muster[ .]/;
const isText = (text: string) =>
  !names.test(text.trim()) &&
  !key.test(text) &&
  (/\p{L}{2,}[,.:;!?…’]* +[\p{L}\d„“»«"]/u.test(text) || /^\s*\p{Lu}\p{Ll}+\P{L}*$/u.test(text));

/** Calls whose texts are for developers. */
const forDevelopers = /Error$|^(querySelector(All)?|closest|matches|getElementById|matchMedia)$/;

interface Node {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [member: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node) =>
  Object.entries(node)
    .filter(([name]) => !/comments?$/i.test(name))
    .flatMap(([, value]) => value)
    .filter(isNode);

const nameOf = (called: unknown): string => {
  const { name, property } = called as { readonly name?: string; readonly property?: unknown };
  return name ?? (property ? nameOf(property) : '');
};
function isForDevelopers({ type, name, callee }: Node): boolean {
  if (type === 'JSXAttribute') return silent.test(String((name as Node)['name']));
  if (/^((Optional)?Call|New)Expression$/.test(type)) return forDevelopers.test(nameOf(callee));
  return /^(Import|Export(Named|All)|TS(?!NonNull|As|Satisfies))/.test(type) && type !== 'ExportNamedDeclaration';
}

/** The text that a node shows; undefined for other nodes. */
function textOf({ type, value }: Node): string | undefined {
  if (type === 'JSXText')
    return /\p{L}/u.test(String(value)) && !names.test(String(value).trim()) ? String(value) : undefined;
  const text = type === 'TemplateElement' ? (value as { readonly raw: string }).raw : value;
  const isOne = type === 'StringLiteral' || type === 'TemplateElement';
  return isOne && isText(String(text)) ? String(text) : undefined;
}

/** The program texts that stand outside a catalog, with their lines. */
function textsIn(program: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isForDevelopers(node)) return;
    const text = textOf(node);
    if (text !== undefined) found.push(`${node.loc.start.line} ${text.trim()}`);
    childrenOf(node).forEach(visit);
  };
  visit(parsed(program));
  return found;
}

const parsed = (program: string) =>
  parse(program, { sourceType: 'module', plugins: ['typescript', 'jsx'] }).program as unknown as Node;
const read = (file: string) => readFileSync(join(home, file), 'utf8');
/** The names that a catalog exports. */
const groupsOf = (file: string) => [...read(file).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);

describe('A page', () => {
  it('has no text outside a catalog', () => {
    expect(sources.flatMap((file) => textsIn(read(file)).map((text) => `${file}:${text}`))).toEqual([]);
  });

  it.each([
    '<p>Nothing yet.</p>',
    '<Field label="Name" />',
    "const why = 'Choose a file first';",
    'const left = `${n} places left`;',
    "const kinds = { good: '✓ You are in' };",
  ])('could not hide %s', (line) => {
    expect(textsIn(line)).toHaveLength(1);
  });
});

describe.each(catalogs)('The catalog %s', (folder) => {
  it.each(isOfOrganizers(folder) ? ['de'] : ['de', 'es', 'fr'])('has all its groups in %s', (language) => {
    const file = join(folder, `${language}.ts`);
    expect(existsSync(join(home, file))).toBe(true);
    expect(groupsOf(file)).toEqual(groupsOf(join(folder, 'en.ts')));
  });
});
