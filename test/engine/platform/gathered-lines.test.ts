import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { gatherLines } from '../../../engine/platform/gathered-lines.ts';

function aSink() {
  const pieces: string[] = [];
  return { pieces, lines: gatherLines({ write: (line) => pieces.push(line) }) };
}

describe('gatherLines', () => {
  it('writes the first line of a turn at once, and the others of it in one piece', async () => {
    const { lines, pieces } = aSink();

    for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line);
    const atOnce = [...pieces];
    await nextTurn();
    lines.write('d\n');

    expect(atOnce).toEqual(['a\n']);
    expect(pieces).toEqual(['a\n', 'b\nc\n', 'd\n']);
  });

  it.each(['process.exit()', 'throw new Error()'])('writes what waits before %s', (end) => {
    const file = import.meta.resolve('../../../engine/platform/gathered-lines.ts');
    const program = `
      import { gatherLines } from '${file}';
      const lines = gatherLines(process.stdout);
      for (const line of ['a\\n', 'b\\n', 'c\\n']) lines.write(line);
      ${end};`;

    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });

    expect(stdout).toBe('a\nb\nc\n');
  });
});
