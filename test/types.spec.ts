import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { compile, compileFiles } from './support/compiler.ts';

it('The compiler finds nothing wrong, and refuses everything that is expected to be refused', async () => {
  const { complaints, files } = await compile('.');
  expect(complaints).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(['test/types/refused.ts', 'test/client/typed.ts', 'services/entities.ts']),
  );
  expect(readFileSync('test/types/refused.ts', 'utf8').match(/@ts-expect-error/g)?.length).toBeGreaterThan(18);
});

it('The compiler complains about an expectation that nothing meets', async () => {
  const place = mkdtempSync(join(tmpdir(), 'muster-types-'));
  writeFileSync(join(place, 'unmet.ts'), '// @ts-expect-error nothing is wrong here\nexport const fine = 1;\n');
  const { complaints } = await compileFiles(place, ['unmet.ts'], { strict: true, types: [] });
  rmSync(place, { recursive: true });
  expect(complaints).toEqual([expect.stringContaining("Unused '@ts-expect-error' directive.")]);
});

it('The compiler finds nothing wrong with the pages', async () => {
  const { complaints, files } = await compile('web');
  expect(complaints).toEqual([]);
  expect(files).toContain('desk/desk.tsx');
});
