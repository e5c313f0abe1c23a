import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/build-app.ts';

/** A command of the command line is described by its own help. */
const described = 'engine/cli/commands/';

it('asks for a comment above whatever another file may call', () => {
  const files = globSync('{engine,main,renderer}/**/*.{ts,tsx}', { cwd: projectRoot })
    .filter((file) => !file.startsWith(described))
    .sort();

  expect(files.flatMap(undocumented)).toEqual([]);
});

/** Exported functions and classes without a comment. */
function undocumented(file: string): readonly string[] {
  const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const [, name] = /^export (?:async )?(?:function\*?|class) (\w+)/.exec(line) ?? [];
    const before = lines[index - 1] ?? '';
    // Further forms of a function stand below the comment of the first.
    const isFurther = before.startsWith(`export function ${name}(`);
    return name === undefined || before.endsWith('*/') || isFurther ? [] : [`${file}: ${name}`];
  });
}
