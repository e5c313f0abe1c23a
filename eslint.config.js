// @ts-check
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { layerRules } from './scripts/lint/layers.ts';
import { onlyIn } from './scripts/lint/only-in.ts';

export default tseslint.config(
  // The client, for users to copy, and the routes of our own are written by a script.
  { ignores: ['out/', 'dist/', 'node_modules/', 'resources/', 'engine/contract/routes.ts'] },
  ...tseslint.configs.recommended,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.css'] }),
      ],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      ...layerRules(import.meta.dirname),
      'import-x/no-default-export': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 3 }],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // What only the types tell.
    files: ['{engine,main,scripts,renderer}/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  ...onlyIn,
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // A store is no component: it is split by reason to change, into files beside it.
    files: ['renderer/**/*-store.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // What commander, express and Electron call has the parameters that they give.
    files: [
      'engine/cli/commands/**',
      'engine/api/send-error.ts',
      'main/windows/guard-permissions.ts',
    ],
    rules: { 'max-params': ['error', { max: 4 }] },
  },
  {
    // A row of a table of cases is given as parameters.
    files: ['test/**'],
    rules: {
      'max-params': ['error', { max: 4 }],
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 400 }],
    },
  },
  {
    files: ['scripts/**', 'test/**'],
    rules: { 'no-console': 'off' },
  },
  { files: ['*.config.{js,ts}'], rules: { 'import-x/no-default-export': 'off' } },
);
