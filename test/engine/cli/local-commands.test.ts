import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { localCommands } from '../../../engine/cli/local-commands.ts';
import { importsOf } from '../../../scripts/check/circles.ts';

const project = join(import.meta.dirname, '../../..');
const folder = 'engine/cli/commands';

/** A file and all that it imports, at its start or later. */
function reached(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const path = join(project, file);
  if (seen.has(file) || !existsSync(path)) return seen;
  seen.add(file);
  for (const imported of importsOf(file, readFileSync(path, 'utf8'))) reached(imported, seen);
  return seen;
}

it('a command that cannot reach an engine refuses the address of one', () => {
  const commands = readdirSync(join(project, folder)).filter(
    (file) => !['options.ts', 'time-options.ts'].includes(file),
  );
  const withoutEngine = commands
    .filter((file) => !reached(`${folder}/${file}`).has('engine/cli/connection/reach-engine.ts'))
    .map((file) => basename(file, '.ts'));

  expect(withoutEngine).toContain('version');
  expect(withoutEngine.filter((name) => !localCommands.has(name))).toEqual([]);
});
