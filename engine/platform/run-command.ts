export interface CommandOptions {
  readonly shell: readonly string[];
  readonly workingDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

const MOST_BYTES = 1024 * 1024;

/**
 * Runs one command to its end and returns what it printed, without trailing line feeds.
 *
 * @throws Error that names the command and why it failed: exit code, time limit, too much output.
 */
export async function runCommand(command: string, options: CommandOptions): Promise<string> {
  // Loaded when a definition first needs it: it would be a fifth of the memory of an idle engine.
  const { execa } = await import('execa');
  const [program = 'sh', ...flags] = options.shell;
  const result = await execa(program, [...flags, '-c', command], {
    cwd: options.workingDir,
    env: options.env,
    extendEnv: false,
    stdin: 'ignore',
    timeout: options.timeoutMs,
    maxBuffer: MOST_BYTES,
    reject: false,
    stripFinalNewline: false,
  });
  if (result.failed) throw new Error(`\`${command}\`: ${result.shortMessage}`);
  return result.stdout.replace(/\n+$/, '');
}
