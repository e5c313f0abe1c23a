import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dagwright, homeWith, launch, serve } from './dagwright.ts';

/** Runs the command behind `| head -n 1`, and says its exit code. */
const headed = ['sh', '-c', '{ "$@"; echo "exit code $?" >&2; } | head -n 1', 'sh'];
const onFullDisk = ['sh', '-c', 'exec "$@" > /dev/full', 'sh'];

const longThenFails = `
steps:
  - name: talk
    command: seq 20000
  - name: fail
    command: exit 3
`;

describe('output that nobody reads', () => {
  it('does not keep a run from its end, which the exit code tells', async () => {
    const home = homeWith({ nightly: longThenFails });

    const { stdout, stderr } = await dagwright(['start', 'nightly', '-r', 'one'], {
      home,
      under: headed,
    });

    expect(stdout).toBe('nightly  run one\n');
    expect(stderr).toBe('exit code 1\n');
    const { stdout: status } = await dagwright(['status', 'nightly'], { home });
    expect(status).toContain('exit status 3');
  });

  it('does not make a check pass', async () => {
    const home = homeWith();
    writeFileSync(join(home, 'bad.yaml'), 'steps:\n  - comand: "true"\n');
    const under = ['sh', '-c', '{ "$@"; echo "exit code $?" >&2; } | true', 'sh'];

    const { stderr } = await dagwright(['validate', 'bad.yaml'], { home, under });

    expect(stderr).toBe('exit code 1\n');
  });

  it('is no reason to say anything where it is all that was asked for', async () => {
    const { stdout, stderr } = await dagwright(['config', 'keys'], {
      home: homeWith(),
      under: headed,
    });

    expect(stdout).toBe('default_shell  SVC_DEFAULT_SHELL\n');
    expect(stderr).toBe('exit code 0\n');
  });

  it('ends a look at a log that has no end', async () => {
    const home = homeWith({
      endless: 'steps:\n  - name: s\n    command: while echo x; do :; done\n',
    });
    await using server = await serve(home);
    await dagwright(['start', 'endless', '--no-follow'], { home });

    const args = ['logs', 'endless', '--step', 's', '--follow'];
    const { stdout, stderr } = await dagwright(args, { home, under: headed });

    expect(server.url).toMatch(/^http/);
    expect(stdout).toBe('x\n');
    expect(stderr).toBe('exit code 0\n');
    await dagwright(['stop', 'endless'], { home });
  });

  it.runIf(existsSync('/dev/full'))(
    'is a failure without a stack where the disk is full',
    async () => {
      const home = homeWith();

      const { stderr, exitCode } = await dagwright(['history'], { home, under: onFullDisk });

      expect(stderr).toBe(
        'error: The output cannot be written: ENOSPC: no space left on device, write.\n',
      );
      expect(exitCode).toBe(1);
    },
  );

  it('does not end an engine whose log it is', async () => {
    const home = homeWith();
    const server = launch(['server', '--port', '0'], { home });
    const [, url = ''] = await server.printed(/ready at (http:\S+)/);

    server.stopReading();

    for (let request = 0; request < 5; request += 1) {
      expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
    }
    server.signal('SIGTERM');
    expect((await server.ended).exitCode).toBe(0);
  });
});
