/** Starts one of our programs by the Node that runs this one, also within Electron where `ELECTRON_RUN_AS_NODE` is set. */
export function nodeCommand(program: string, ...words: readonly string[]): readonly string[] {
  // Warnings would stand in the log of a step, and SIGUSR1 would open a debugger where nobody listens to it.
  return [process.execPath, '--no-warnings', '--disable-sigusr1', program, ...words];
}

/** Whether a variable would make another program of ours, or let it print things of its own. */
export function isNodeVariable(name: string): boolean {
  return /^(?:NODE|ELECTRON|UV|OPENSSL)_\w+$/.test(name);
}
