import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));

test('each package is asked for in one version, so that none changes by itself', () => {
  const versions = Object.entries<string>({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  });

  const open = versions.filter(([, version]) => !/^(?:npm:@?[^@]+@)?\d+\.\d+\.\d+$/.test(version));

  expect(open).toEqual([]);
});

test('no package runs a program of its own at install', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
});
