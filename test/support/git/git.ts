import { execFile } from 'node:child_process';
import { realProgram } from '../../../scripts/test/counterparts.ts';

interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Who is author and committer. */
  readonly who?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The environment of git in tests: nothing of the person who runs them. */
export function gitEnvironment(who = 'Other'): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const email = `${who.toLowerCase()}@example.org`;
  return {
    ...Object.fromEntries(own),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: who,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: who,
    GIT_COMMITTER_EMAIL: email,
    LC_ALL: 'C.UTF-8',
  };
}

/** What the git of the system prints, less the last line break. */
export function runGit(
  cwd: string,
  args: readonly string[],
  { input, who, env = {} }: GitOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...gitEnvironment(who), ...env }, maxBuffer: 1 << 28 };
    const child = execFile(realProgram('git'), [...args], options, (error, out, said) => {
      if (error === null) resolve(out.replace(/\n$/, ''));
      else reject(new Error(`git ${args.join(' ')}: ${said || error.message}`));
    });
    // Most of git's commands read nothing, and are gone before they could.
    child.stdin?.on('error', () => undefined).end(input ?? '');
  });
}
