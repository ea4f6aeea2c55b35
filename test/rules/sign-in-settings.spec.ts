import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pathIn } from '../../services/identity/sign-in-by.rules.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import { signInSettings } from '../../shared/process/sign-in-settings.ts';

function read(env: Record<string, string>) {
  const problems: FieldProblem[] = [];
  return { settings: signInSettings(env, problems), problems: problems.map(({ field, code }) => [field, code]) };
}

describe('The settings of those by whom people sign in', () => {
  it('are presets and issuers, by their names', () => {
    const { settings, problems } = read({
      ...{ SIGN_IN_GITHUB: 'github', SIGN_IN_GITHUB_ID: 'a', SIGN_IN_GITHUB_SECRET: 's' },
      ...{ SIGN_IN_CAMPUS: 'https://login.test/realm', SIGN_IN_CAMPUS_ID: 'b', SIGN_IN_CAMPUS_LABEL: 'Campus Login' },
      ...{ SIGN_IN_LAB: 'http://127.0.0.1:8080', SIGN_IN_LAB_ID: 'c' },
    });
    expect(problems).toEqual([]);
    expect(settings.map((one) => [one.name, one.label, String(one.issuer), one.clientId, one.clientSecret])).toEqual([
      ['campus', 'Campus Login', 'https://login.test/realm', 'b', undefined],
      ['github', 'GitHub', 'github', 'a', 's'],
      ['lab', 'Lab', 'http://127.0.0.1:8080/', 'c', undefined],
    ]);
  });

  it('take a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-settings-'));
    const file = join(folder, 'secret');
    writeFileSync(file, 'kept in a file\n');
    const { settings } = read({ SIGN_IN_X: 'google', SIGN_IN_X_ID: 'a', SIGN_IN_X_SECRET_FILE: file });
    expect(settings[0]?.clientSecret).toBe('kept in a file');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['another word', { SIGN_IN_X: 'gitlab', SIGN_IN_X_ID: 'a' }, ['SIGN_IN_X', 'issuer']],
    ['plain http elsewhere', { SIGN_IN_X: 'http://login.test', SIGN_IN_X_ID: 'a' }, ['SIGN_IN_X', 'issuer']],
    ['credentials', { SIGN_IN_X: 'https://a:b@login.test', SIGN_IN_X_ID: 'a' }, ['SIGN_IN_X', 'issuer']],
    ['no id', { SIGN_IN_X: 'github' }, ['SIGN_IN_X_ID', 'required']],
    ['an id alone', { SIGN_IN_X_ID: 'a' }, ['SIGN_IN_X', 'required']],
    ['a misspelt ending', { SIGN_IN_X_KEY: 'a' }, ['SIGN_IN_X_KEY', 'unknown']],
    [
      'no such file',
      { SIGN_IN_X: 'github', SIGN_IN_X_ID: 'a', SIGN_IN_X_SECRET_FILE: '/none' },
      ['SIGN_IN_X_SECRET_FILE', 'unreadableFile'],
    ],
  ])('are refused with %s', (_, env, problem) => {
    expect(read(env as Record<string, string>).problems).toEqual([problem]);
  });
});

describe('Where a browser may be led', () => {
  it('is a page below the public address', () => {
    expect(pathIn('https://hacks.test', '/me#team')).toBe('/me#team');
    expect(pathIn('https://hacks.test/muster', '/apply/spring?x=1')).toBe('/apply/spring?x=1');
    expect(pathIn('https://hacks.test/muster', '/../other')).toBeUndefined();
    for (const next of ['//evil.test', '/\\evil.test', '/\t/evil.test', 'https://evil.test', 'me', '']) {
      expect(pathIn('https://hacks.test', next)).toBeUndefined();
    }
  });
});
