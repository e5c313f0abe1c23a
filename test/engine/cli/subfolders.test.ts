import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

const spec = 'steps:\n  - command: echo found\n';

function homeOf(...files: readonly string[]): string {
  const home = homeWith();
  for (const file of files) {
    const path = join(home, 'dags', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, spec);
  }
  return home;
}

describe('a DAG in a folder below, by the command line', () => {
  it('is found by its name, its path below the DAGs folder and its own path', async () => {
    const home = homeOf('team/nested.yaml');
    const own = join(home, 'dags', 'team', 'nested.yaml');

    for (const word of ['nested', 'team/nested', 'team/nested.yaml', own]) {
      const run = await command(['start', word], { home });
      const explained = await command(['explain', word, 'type'], { home });

      expect([word, run.exitCode, run.stderr]).toEqual([word, 0, '']);
      expect(explained.exitCode).toBe(0);
    }
    const { stdout } = await command(['history', '--format', 'json'], { home });
    expect(JSON.parse(stdout)).toHaveLength(4);
  });

  it('that is hidden by another one is an error that names both', async () => {
    const home = homeOf('a/same.yaml', 'b/same.yaml');

    for (const asked of [
      ['start', 'b/same'],
      ['explain', 'b/same.yaml', 'type'],
    ]) {
      const { stderr, exitCode } = await command(asked, { home });

      expect(exitCode).toBe(1);
      expect(stderr).toContain('b/same.yaml is ignored, because a/same.yaml has the same name.');
    }
    const { stdout } = await command(['doctor'], { home });
    expect(stdout).toContain('b/same.yaml: is ignored, because a/same.yaml has the same name.');
  });

  it('is known to a check of files that call it', async () => {
    const home = homeOf('team/nested.yaml');
    const file = join(home, 'caller.yaml');
    writeFileSync(file, 'steps:\n  - call: nested\n');

    const checked = await command(['validate', file], { home });

    expect(checked.stdout).toContain('caller.yaml is valid\n');
  });

  it('that cannot be read stops no check of others, and is named', async () => {
    const home = homeOf('team/nested.yaml');
    mkdirSync(join(home, 'dags', 'team', 'odd.yaml'));
    writeFileSync(join(home, 'dags', 'own.yaml'), `name: other\n${spec}`);
    const file = join(home, 'caller.yaml');
    writeFileSync(file, 'steps:\n  - call: other\n');

    const checked = await command(['validate', file], { home });
    const examined = await command(['doctor'], { home });
    const started = await command(['start', 'team/odd'], { home });

    expect(checked.stdout).toContain('caller.yaml is valid\n');
    expect(examined.stdout).toContain('1 of 3 DAG files have errors: odd.');
    expect(started.exitCode).toBe(1);
    expect(started.stderr).toContain('cannot read the file (it is a folder)');
  });
});
