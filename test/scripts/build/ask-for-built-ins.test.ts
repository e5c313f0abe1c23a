import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutImports } from '../../../scripts/build/ask-for-built-ins.ts';

const meant = { whole: path, join: path.join, own: path.resolve };

test.each([
  { line: 'import whole from "node:path";', names: ['whole'] },
  { line: 'import * as whole from "path";', names: ['whole'] },
  { line: 'import { join, resolve as own } from "node:path";', names: ['join', 'own'] },
  { line: 'import whole, { join } from "node:path";', names: ['whole', 'join'] },
] as const)('the names of $line mean the same', ({ line, names }) => {
  const code = withoutImports(line);

  const values = new Function(`${code} return [${names.join(', ')}];`)() as unknown[];

  expect(values).toEqual(names.map((name) => meant[name]));
});

test('other imports stay as they are, each in its line', () => {
  const others = ['import SQLite from "better-sqlite3";', 'import { t as a } from "./a-1.js";'];

  const code = withoutImports(['import { join } from "node:path";', ...others].join('\n'));

  expect(code.split('\n').slice(1)).toEqual(others);
});

test('what is required is the same, and never required', () => {
  const code = withoutImports('return [__require("node:path"), __require("path").join];');

  expect(new Function(code)()).toEqual([path, path.join]);
});

test('what is required of a package stays as it is', () => {
  const line = 'var native = __require("better-sqlite3");';

  expect(withoutImports(line)).toBe(line);
});
