import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LauncherFilter } from '../../../engine/platform/launcher-options.ts';
import { launcherScript } from '../../../engine/platform/launcher-script.ts';
import type { LauncherOptions } from '../../../engine/platform/launcher-options.ts';
import { temporaryFolder } from '../../support/home.ts';

function optionsFor(more: Partial<LauncherOptions> = {}): LauncherOptions {
  return {
    commands: [['echo', 'hello']],
    recordFile: join(temporaryFolder('launcher'), 'record'),
    nonce: 'abcdef0123456789',
    stopSignal: 'SIGTERM',
    copyStdoutTo: [],
    copyStderrTo: [],
    ...more,
  };
}

function filterOf(command: readonly string[]): LauncherFilter {
  return {
    command,
    endMark: '',
    oneStream: true,
    saysReady: false,
    ownVariables: [],
    foreignVariables: [],
  };
}

/** Runs a step with a filter in place of the real one. */
function runWith(
  filter: readonly string[],
  more: Partial<LauncherOptions> = {},
): { status: number | null; out: string; err: string } {
  const script = launcherScript(optionsFor(more), filterOf(filter));
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

describe('the script of a launcher', () => {
  it('traps every signal that may stop the step, and none that cannot be trapped', () => {
    const script = (stopSignal: NodeJS.Signals) => launcherScript(optionsFor({ stopSignal }), null);

    expect(script('SIGTERM')).toMatch(/^trap : [\d ]+;/m);
    expect(script('SIGWINCH')).toMatch(/^trap : .*\b28\b/m);
    expect(script('SIGKILL')).not.toMatch(/^trap : .*\b9\b/m);
  });

  it('starts a filter anew that a signal ended before it could listen, and says nothing of it', () => {
    const mark = join(temporaryFolder('filter'), 'second');
    const program = `
      const fs = require('node:fs');
      if (fs.existsSync(${JSON.stringify(mark)})) process.stdin.pipe(process.stdout);
      else { fs.writeFileSync(${JSON.stringify(mark)}, ''); process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60000); }`;

    expect(runWith([process.execPath, '-e', program])).toEqual({
      status: 0,
      out: 'hello\n',
      err: '',
    });
  });

  it('fails a step whose filter fails, and tells when there is none', () => {
    expect(runWith(['/bin/sh', '-c', 'cat; echo broken >&2; exit 3'])).toEqual({
      status: 1,
      out: 'hello\n',
      err: 'broken\n',
    });
    const { status, err } = runWith(['/no/such/program'], { commands: [['true']] });
    expect(status).toBe(1);
    expect(err).toContain('/no/such/program');
  });

  it('keeps the code of a step that failed itself', () => {
    const options = optionsFor({ commands: [['/bin/sh', '-c', 'exit 9']] });
    const script = launcherScript(options, filterOf(['/bin/sh', '-c', 'cat; exit 3']));

    expect(spawnSync('/bin/sh', ['-c', script]).status).toBe(9);
  });
});
