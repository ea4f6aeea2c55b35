import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const refused = join(import.meta.dirname, 'types/refused.ts');
const config = join(import.meta.dirname, '../tsconfig.json');

let source: string;
let diagnose: (text: string) => string[];
beforeAll(() => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (file) => ts.sys.readFile(file)).config,
    ts.sys,
    dirname(config),
  );
  source = ts.sys.readFile(refused) ?? '';
  let before: ts.Program | undefined;
  diagnose = (text) => {
    const host = ts.createCompilerHost(options);
    host.readFile = (file) => (file === refused ? text : ts.sys.readFile(file));
    before = ts.createProgram([refused], options, host, before);
    return ts
      .getPreEmitDiagnostics(before, before.getSourceFile(refused))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
}, 120_000);

describe('The compiler', () => {
  it('refuses everything that is expected to be refused, and nothing else', () => {
    expect(source.match(/@ts-expect-error/g)?.length).toBeGreaterThan(18);
    expect(diagnose(source)).toEqual([]);
  }, 120_000);

  it('complains about an expectation that nothing meets', () => {
    const text = `${source}\n// @ts-expect-error nothing is wrong here\nexport const fine: Params = { id, status: 'accepted' };\n`;
    expect(diagnose(text)).toEqual(["Unused '@ts-expect-error' directive."]);
  }, 120_000);
});
