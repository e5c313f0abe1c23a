import { describe, expect, it } from 'vitest';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

const backup = `description: every night
steps:
  - name: dump
    command: pg_dump one
  - name: again
    command: pg_dump two
  - name: rest
    command: sync
  - name: tell
    command: mail
  - name: more
    command: pg_dump three
`;

describe('dagwright search', () => {
  it('shows the lines that hold a text, each once, with those around them', async () => {
    const home = homeWith({ backup, bad: 'stepz: pg_dump\n', other: 'steps: [{command: ls}]\n' });

    const { stdout, stderr, exitCode } = await command(['search', 'PG_dump'], { home });

    expect(stdout).toBe(`backup
   2  steps:
   3    - name: dump
>  4      command: pg_dump one
   5    - name: again
>  6      command: pg_dump two
   7    - name: rest
   8      command: sync
  …
  10      command: mail
  11    - name: more
> 12      command: pg_dump three
`);
    expect(stderr).toMatch(/^Cannot search bad: .*unknown key `stepz`.*\n$/);
    expect(exitCode).toBe(0);
  });

  it('exits with 1 where there is none', async () => {
    const home = homeWith({ backup });

    const text = await command(['search', 'absent'], { home });
    const json = await command(['search', 'absent', '--format', 'json'], { home });

    expect(text).toEqual({ stdout: 'No results.\n', stderr: '', exitCode: 1 });
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({ results: [], errors: [] });
  });
});
