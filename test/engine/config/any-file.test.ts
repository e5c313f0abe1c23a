import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configKeyNames } from '../../../engine/config/config-keys.ts';
import { readSettings } from '../../../engine/config/read-settings.ts';
import { temporaryFolder } from '../../support/home.ts';

const groups = configKeyNames.flatMap((key) => key.split('.').slice(0, 1));
const key = fc.oneof(fc.constantFrom(...configKeyNames, ...groups), fc.string());
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.dictionary(key, fc.jsonValue({ maxDepth: 3 })).map((value) => stringify(value)),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom('queues:', ' &a ', ' *a', ' *b', '\n', '\n  config:', '- ', ' [', ']'))
      .map((words) => words.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...'a:-{}[]&*!|>\'"%@`#,? \t\n') }),
  },
);

it('whatever a file holds, each thing that is wrong with it has a place there', () => {
  const home = temporaryFolder('any-file');
  const file = join(home, 'config.yaml');

  fc.assert(
    fc.property(text, (yaml) => {
      writeFileSync(file, yaml);

      const { problems } = readSettings({ home, env: {} });

      const misplaced = problems.filter(
        (problem) => !problem.startsWith(file) || !/^:\d+:\d+: ./.test(problem.slice(file.length)),
      );
      expect(misplaced).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
