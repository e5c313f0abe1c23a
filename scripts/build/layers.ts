/** A file for modules that match, with all that they import and no earlier layer has. */
export interface Layer {
  readonly name: string;
  readonly test: RegExp;
  /** The first layer has the highest one. */
  readonly priority: number;
}

// What a command needs lies in these files, each on top of those before it. Node takes a third of a millisecond for each file
// that it loads, and by the bundler's own rule, one file for all that the same commands share, a start took 88 of them.
const order = [
  // Loaded before compiled code is kept, so it holds nothing else.
  ['first', /[\\/]engine[\\/]cli[\\/]keep-compiled-code\.ts$/],
  ['command', /[\\/]engine[\\/]cli[\\/]run-cli\.ts$/],
  ['connection', /[\\/]engine[\\/]cli[\\/](?:connection[\\/]connect|actions[\\/]start-run)\.ts$/],
  ['definition', /[\\/]engine[\\/](?:steps[\\/]load-dag|cli[\\/]actions[\\/]validate-files)\.ts$/],
  ['engine', /[\\/]engine[\\/]cli[\\/]connection[\\/]own-engine\.ts$/],
] as const;

/** The files of the command line: to be one, to reach an engine, to read a definition, to be an engine. */
export const commandLineLayers: Layer[] = order.map(([name, test], index) => ({
  name,
  test,
  priority: order.length - index,
}));
