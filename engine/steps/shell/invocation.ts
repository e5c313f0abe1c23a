import type { Names } from '../../dag/references.ts';
import { bindShellReferences, type BoundCommand } from '../../dag/shell-references.ts';
import {
  fileWords,
  readsAsShell,
  takesTextAlone,
  textWords,
  type Interpreter,
} from './interpreter.ts';
import { isPosixShell } from './languages.ts';
import { readTexts, type ReadText, type Shells } from './readers.ts';
import { splitUnexpandedWords } from './words.ts';

/** What a shell step starts: programs one after another, and the script files that they need. */
export interface Invocation {
  readonly commands: readonly CommandLine[];
  /** To be written first. */
  readonly scripts: readonly ScriptFile[];
  /** Values of the references that a shell cannot read, by the name they were given. */
  readonly env: Readonly<Record<string, string>>;
}

interface CommandLine {
  readonly words: readonly string[];
  /** No shell reads the words, so the engine expands the references in them. */
  readonly expandWords: boolean;
}

interface ScriptFile {
  readonly file: string;
  readonly text: string;
}

export interface InvocationOptions extends Shells {
  /** Values of `$1`, `$2`, … */
  readonly positional: readonly string[];
  /** Path of a script; further ones get a number at its end. */
  readonly scriptFile: string;
  /** What references mean. */
  readonly names: Names;
}

/**
 * Turns the commands or the script of a step into programs with arguments. Nothing is inserted into the text of a
 * program that is no shell: it reads its environment.
 *
 * @throws Error for a path into a name that nothing declares, and for a text that its program cannot be given.
 */
export function shellInvocation(options: InvocationOptions): Invocation {
  const parts = readTexts(options).map((text, index) => partOf(options, text, index));
  return {
    commands: parts.map(({ words, expandWords }) => ({ words, expandWords })),
    scripts: parts.flatMap(({ script }) => script),
    env: Object.assign({}, ...parts.map(({ env }) => env)) as Invocation['env'],
  };
}

interface Part extends CommandLine {
  readonly script: readonly ScriptFile[];
  readonly env: Invocation['env'];
}

// A longer command does not fit into one argument on Linux and goes through a file.
const LONGEST_COMMAND_BYTES = 100_000;

function partOf(
  options: InvocationOptions,
  { text, reader, isScript }: ReadText,
  index: number,
): Part {
  if (reader === null) {
    return { words: splitUnexpandedWords(text), expandWords: true, script: [], env: {} };
  }
  const { positional, scriptFile, names } = options;
  const whole = { command: text, env: {} };
  const bound = readsAsShell(reader) ? numbered(bindShellReferences(text, names), index) : whole;
  const shared = { expandWords: false, env: bound.env };
  const inFile = isScript && !takesTextAlone(reader);
  if (!inFile && Buffer.byteLength(bound.command) <= LONGEST_COMMAND_BYTES) {
    const words = [...textWords(reader), bound.command, ...argumentsFor(reader, positional)];
    return { ...shared, words, script: [] };
  }
  if (!inFile) refuseFile(reader);
  const file = index === 0 ? scriptFile : `${scriptFile}${index + 1}`;
  const words = [...fileWords(reader), file, ...positional];
  return { ...shared, words, script: [{ file, text: bound.command }] };
}

/** Of what is not known, nobody can say how it takes a file in place of the text. */
function refuseFile(reader: Interpreter): void {
  const { program, flags, language } = reader;
  if (!takesTextAlone(reader) && (language !== undefined || flags.length === 0)) return;
  throw new Error(
    `the command is longer than ${LONGEST_COMMAND_BYTES} bytes, more than ${program} can receive; use a \`script\``,
  );
}

// Each command counts its references from 1: the number of the command keeps them apart.
function numbered({ command, env }: BoundCommand, index: number): BoundCommand {
  if (index === 0) return { command, env };
  let text = command;
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    text = text.replaceAll(new RegExp(String.raw`\$\{${name}\b`, 'g'), `\${${name}_${index}`);
    own[`${name}_${index}`] = value;
  }
  return { command: text, env: own };
}

/** A shell takes the word after its text as `$0`. What is not known might take further words for anything. */
export function argumentsFor(
  reader: Interpreter,
  positional: readonly string[],
): readonly string[] {
  const { program, flags, language } = reader;
  if (positional.length === 0) return [];
  if (isPosixShell(program)) return [program, ...positional];
  const takesArguments = language === undefined ? flags.length === 0 : language.read !== null;
  return takesArguments ? positional : [];
}
