import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Imports point one way: services -> shared/broker -> shared/database -> shared/contract. */
const mayNotImport = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: patterns, message }] }] },
});

export default defineConfig(
  { ignores: ['coverage', 'data', 'node_modules', '**/*.cjs'] },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['**/migrations/**'], rules: { 'max-lines-per-function': 'off' } },
  {
    // Tests read answers as the JSON they are; the API document says whether they are as promised.
    files: ['test/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['shared/contract/schema.ts', 'shared/contract/endpoint.ts', 'shared/broker/implement.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  mayNotImport(['shared/contract/*.ts'], '^\\.\\./', 'A contract imports nothing outside shared/contract.'),
  mayNotImport(['shared/contract/*/**'], '^\\.\\./\\.\\./', 'A contract imports nothing outside shared/contract.'),
  mayNotImport(
    ['shared/database/**'],
    '(services|broker|cli)/',
    'shared/database stands below the broker and the services.',
  ),
  mayNotImport(['shared/broker/**'], '(services|cli)/', 'shared/broker stands below the services.'),
  mayNotImport(
    ['services/*/*.ts'],
    '^\\.\\./(?!\\.\\./shared/)',
    'A service imports itself and shared/, never another service.',
  ),
  mayNotImport(
    ['services/*/*/**'],
    '^\\.\\./\\.\\./(?!\\.\\./shared/)',
    'A service imports itself and shared/, never another service.',
  ),
  // The entry point puts everything together.
  { files: ['shared/broker/main.ts'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);
