/** How a program of ours is run. */
export interface ProgramOptions {
  /** All that it gets: nothing of the engine's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Runs one program to its end, and returns whether that was a good one. What it prints is dropped. */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  { env, timeoutMs, signal }: ProgramOptions,
): Promise<boolean> {
  // Loaded by the first: it would be a fifth of the memory of an idle engine.
  const { execa } = await import('execa');
  const { failed } = await execa(program, args, {
    env,
    extendEnv: false,
    stdio: 'ignore',
    timeout: timeoutMs,
    cancelSignal: signal,
    reject: false,
  });
  return !failed;
}
