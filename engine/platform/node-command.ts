/** Starts one of our programs by the Node that runs this one, also within Electron where `ELECTRON_RUN_AS_NODE` is set. */
export function nodeCommand(program: string, ...words: readonly string[]): readonly string[] {
  return [process.execPath, ...flags, program, ...words];
}

const flags = [
  // They would stand in the log of a step.
  '--no-warnings',
  // It would open a debugger where nobody listens to it.
  '--disable-sigusr1',
  // A thread that compiles may wait for a collection of garbage by the main thread, which waits for it in `process.exit`: of a
  // hundred steps that moved 48 MB one never ended.
  '--no-concurrent-recompilation',
] as const;

/** Whether a variable would make another program of ours, or let it print things of its own. */
export function isNodeVariable(name: string): boolean {
  return /^(?:NODE|ELECTRON|UV|OPENSSL)_\w+$/.test(name);
}
