import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { aServer } from '../remotes/servers.ts';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

/** Steps of a graph, which it does not say itself: `later` stands first. */
const graph = `schedule: "0 5 * * *"
steps:
  - {name: later, command: echo "$GREETING", depends: sooner}
  - {name: sooner, command: echo sooner}
`;
const base = 'type: graph\nenv:\n  - GREETING: from the base\n';

function aFile(text = graph): string {
  const file = join(temporaryFolder('drafts'), 'draft.yaml');
  writeFileSync(file, text);
  return file;
}

describe('a file that is not stored', () => {
  it.each([
    { name: 'start', says: /later +│ from the base\n/ },
    { name: 'dry', says: /sooner[\s\S]*later/ },
    { name: 'enqueue', says: /^Queued run / },
    { name: 'next', says: /0 5 \* \* \*/ },
  ])('is read by $name under the base.yaml of the home', async ({ name, says }) => {
    const home = homeWith();
    writeFileSync(join(home, 'base.yaml'), base);

    const { stdout, stderr, exitCode } = await command([name, aFile()], { home });

    expect(stdout).toMatch(says);
    expect(stderr).not.toContain('error');
    expect(exitCode).toBe(0);
  });

  it('is read elsewhere under the base.yaml of there, and not that of here', async () => {
    const far = await aServer();
    const home = homeWith();
    const start = () => command(['--url', far.url, 'start', aFile()], { home });

    writeFileSync(join(home, 'base.yaml'), base);
    const without = await start();
    writeFileSync(far.config.paths.baseConfig, base);
    const within = await start();

    expect(without.stderr).toContain('`depends` requires `type: graph`');
    expect(without.exitCode).toBe(1);
    expect(within.stdout).toMatch(/later +│ from the base\n/);
    expect(within.exitCode).toBe(0);
  });
});
