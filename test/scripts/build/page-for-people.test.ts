import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp, builtPage } from '../../support/build-app.ts';

// Outside of the test, whose time it would take.
buildApp();

test('the page that tests build is the one for people, without the checks of React', () => {
  const folder = join(builtPage, 'assets');
  const programs = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const slow = programs.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('jsxDEV'),
  );

  expect(programs.length).toBeGreaterThan(0);
  expect(slow).toEqual([]);
});
