import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signalGroup } from '../../../engine/platform/signal-step.ts';
import { markStop } from '../../../engine/platform/stop-mark.ts';
import { eventually } from '../../support/eventually.ts';
import { killGroup } from '../../support/processes.ts';
import { adopt, launch, optionsFor } from './launched.ts';

describe('a step that is to begin no more', () => {
  // The signal would reach a launcher that survives it and has started nothing yet.
  it.each([
    { how: 'as it is', more: {} },
    { how: 'and copied', more: { copyStdoutTo: ['copy'], copyStderrTo: ['copy'] } },
    {
      how: 'and masked',
      more: {
        mask: { secrets: [], captureFile: null, sealed: true, captureBytes: 0 },
        stopSignal: 'SIGUSR1',
      },
    },
  ] as const)('does not begin its first command, its output $how', async ({ more }) => {
    const options = optionsFor('echo never', more);
    markStop(options.recordFile);

    const code = 128 + constants.signals[options.stopSignal];
    expect(await (await launch(options)).end).toMatchObject({ kind: 'exited', code, command: 1 });
    expect(readFileSync(options.stdoutFile, 'utf8')).toBe('');
    expect(readFileSync(options.stderrFile, 'utf8')).toBe('');
  });

  it('does not begin its second command when the first ends well by the signal', async () => {
    const polite = "trap 'exit 0' TERM; echo up; while :; do sleep 0.05; done";
    const options = optionsFor('', {
      commands: [
        ['/bin/sh', '-c', polite],
        ['echo', 'never'],
      ],
    });
    const { step, end } = await launch(options);
    await eventually(() => readFileSync(options.stdoutFile, 'utf8') !== '', 'it is up');

    step.beginNoMore();
    signalGroup(step.groupId(), 'SIGTERM');

    expect(await end).toMatchObject({ kind: 'exited', code: 143, command: 2 });
    expect(readFileSync(options.stdoutFile, 'utf8')).toBe('up\n');
  });

  it('is told so by the engine that took over as well', async () => {
    const options = optionsFor('', {
      commands: [
        ['/bin/sh', '-c', 'echo up; until [ -e go ]; do sleep 0.02; done'],
        ['echo', 'never'],
      ],
    });
    const { step } = await launch(options);
    step.detach();
    await eventually(() => readFileSync(options.stdoutFile, 'utf8') !== '', 'it is up');
    const adopted = adopt(options, step);

    adopted.step.beginNoMore();
    writeFileSync(join(options.workingDir, 'go'), '');

    expect(await adopted.end).toMatchObject({ kind: 'exited', code: 143, command: 2 });
  });

  it('is signalled all the same where that cannot be written down', async () => {
    const options = optionsFor('sleep 60');
    const { step, end } = await launch(options);
    await eventually(() => existsSync(options.recordFile), 'the launcher has spoken');
    rmSync(options.workingDir, { recursive: true });

    expect(() => step.beginNoMore()).not.toThrow();

    killGroup(step.groupId());
    expect(await end).toEqual({ kind: 'unknown' });
  });
});
