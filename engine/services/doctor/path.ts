import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter } from 'node:path';
import { runCommand } from '../../platform/run-command.ts';
import { ok, warning, type Check, type DoctorContext } from './check.ts';

const TIMEOUT_MS = 10_000;
const MARK = 'dagwright-path:';

/** Whether steps find the programs that the user's terminal finds: an app started from the desktop often does not. */
export const pathCheck: Check = {
  name: 'path',
  look: async (context) => {
    if (context.platform === 'win32') return [ok('Steps use the PATH of the user.')];
    const shell = loginShell(context);
    const login = await loginPath(context, shell);
    if (login === null) {
      return [
        warning(
          `Cannot read the PATH of the login shell ${shell}.`,
          `Run \`${shell} -lic true\`, and check the startup files of the shell.`,
        ),
      ];
    }
    const own = new Set((context.env['PATH'] ?? '').split(delimiter));
    const missing = login.filter((folder) => !own.has(folder) && existsSync(folder));
    if (missing.length === 0) return [ok('Steps search all folders of the PATH of your terminal.')];
    return [
      warning(
        `Steps do not search for programs in ${missing.join(', ')}, but your terminal does.`,
        `Add this to base.yaml: \`env: [{PATH: "\${PATH}:${missing.join(delimiter)}"}]\`, or start the engine from a terminal.`,
      ),
    ];
  },
};

function loginShell({ env }: DoctorContext): string {
  return env['SHELL'] || userInfo().shell || '/bin/sh';
}

/** What a new login shell makes of next to nothing; null where it does not answer. */
async function loginPath({ env }: DoctorContext, shell: string): Promise<readonly string[] | null> {
  const given = ['HOME', 'USER', 'LOGNAME', 'LANG', 'ZDOTDIR', 'XDG_CONFIG_HOME'] as const;
  const own = Object.fromEntries(
    given.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  try {
    const printed = await runCommand(`printf '\\n%s%s\\n' '${MARK}' "$PATH"`, {
      shell: [shell, '-l', '-i'],
      workingDir: env['HOME'] ?? tmpdir(),
      env: { ...own, SHELL: shell, TERM: 'dumb', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      timeoutMs: TIMEOUT_MS,
    });
    // Files that the shell reads at its start may print, too.
    const line = printed.split('\n').findLast((text) => text.startsWith(MARK));
    return line === undefined ? null : line.slice(MARK.length).split(delimiter).filter(Boolean);
  } catch {
    // Missing, hanging or failing: in each case its PATH cannot be known.
    return null;
  }
}
