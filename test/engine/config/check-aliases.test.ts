import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfigFile } from '../../../engine/config/read-config-file.ts';
import { temporaryFolder } from '../../support/home.ts';

function read(yaml: string) {
  const file = join(temporaryFolder('aliases'), 'config.yaml');
  writeFileSync(file, yaml);
  const { settings, problems } = readConfigFile(file);
  return { settings, problems: problems.map((problem) => problem.slice(file.length + 1)) };
}

it.each([
  {
    mistake: 'an alias of nothing',
    file: 'port: 1\nhost: *none',
    says: '2:7: the alias `*none` has no anchor',
  },
  {
    mistake: 'an alias of what it stands in',
    file: 'queues: &all\n  config: *all',
    says: '2:11: the alias `*all` refers to itself',
  },
  {
    mistake: 'aliases of aliases of aliases',
    file: [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...['ab', 'bc', 'cd', 'de'].map(
        ([from, to]) => `${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`,
      ),
    ].join('\n'),
    says: '1:1: the aliases of this file expand to too much data',
  },
])('$mistake is refused with its place', ({ file, says }) => {
  expect(read(file)).toEqual({ settings: [], problems: [says] });
});

it('an alias has the value of its anchor', () => {
  const { settings, problems } = read('tls: {cert_file: &pem both.pem, key_file: *pem}');

  expect(problems).toEqual([]);
  expect(settings.map(({ value }) => value)).toEqual(['both.pem', 'both.pem']);
});
