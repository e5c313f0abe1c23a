import { tmpdir } from 'node:os';
import { exitCodeOf } from '../../platform/run-command.ts';
import { baseEnvironment } from '../../execution/prepare/base-environment.ts';
import { ok, problem, type Check, type DoctorContext, type Verdict } from './check.ts';

const TIMEOUT_MS = 10_000;

/** The shell of steps that name none, and the one that stands over each step. */
export const shellsCheck: Check = {
  name: 'shells',
  look: async (context) => {
    const { config, env } = context;
    const shell = config.defaultShell ?? [env['SHELL'] || 'sh'];
    const found = [
      await tried(
        context,
        ['/bin/sh'],
        'Install a POSIX shell as /bin/sh. Every step requires it.',
      ),
      await tried(
        context,
        shell,
        'Set `default_shell` in config.yaml to an installed shell, for example /bin/bash.',
      ),
    ];
    const bad = found.filter(({ level }) => level !== 'ok');
    return bad.length > 0 ? bad : found.slice(1);
  },
};

async function tried(
  { env }: DoctorContext,
  shell: readonly string[],
  fix: string,
): Promise<Verdict> {
  const name = shell.join(' ');
  try {
    const code = await exitCodeOf('exit 7', {
      shell,
      workingDir: tmpdir(),
      env: baseEnvironment(env),
      timeoutMs: TIMEOUT_MS,
    });
    if (code === 7) return ok(`Steps run in ${name}.`);
    return problem(`The shell ${name} does not run commands (exit ${code}).`, fix);
  } catch (error) {
    return problem(`Cannot run the shell ${name}: ${(error as Error).message}.`, fix);
  }
}
