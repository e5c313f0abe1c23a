import type { Step } from '../../dag/definition.ts';
import type { Names } from '../../dag/references.ts';
import { bindShellReferences, type BoundCommand } from '../../dag/shell-references.ts';
import { commandFlag, isPosixShell, shebangOf } from './interpreter.ts';
import { splitUnexpandedWords, splitWords } from './words.ts';

/** What a shell step starts: programs one after another, and the script files that they need. */
export interface Invocation {
  readonly commands: readonly (readonly string[])[];
  /** To be written first. */
  readonly scripts: readonly ScriptFile[];
  /** Values of the references that a shell cannot read, by the name they were given. */
  readonly env: Readonly<Record<string, string>>;
  /** No shell reads the words, so the engine expands the references in them. */
  readonly expandWords: boolean;
}

interface ScriptFile {
  readonly file: string;
  readonly text: string;
}

export interface InvocationOptions {
  readonly step: Pick<Step, 'commands' | 'script' | 'shell'>;
  /** Shell of the DAG; null where it names none. */
  readonly dagShell: readonly string[] | null;
  readonly defaultShell: readonly string[];
  /** Values of `$1`, `$2`, … */
  readonly positional: readonly string[];
  /** Path of a script; further ones get a number at its end. */
  readonly scriptFile: string;
  /** What references mean. */
  readonly names: Names;
}

// A longer command does not fit into one argument on Linux and goes through a file.
const LONGEST_COMMAND_BYTES = 100_000;

/** Turns the commands or the script of a step into programs with arguments (specification "Step fields", shell). */
export function shellInvocation(options: InvocationOptions): Invocation {
  const { step } = options;
  const shell = shellOf(options);
  if (step.script !== null)
    return scriptInvocation(options, step.script, interpreterOf(options, step.script));
  if (isDirect(shell)) {
    const commands = step.commands.map((command) => splitUnexpandedWords(command));
    return { commands, scripts: [], env: {}, expandWords: true };
  }
  return commandInvocation(options, shell);
}

function commandInvocation(options: InvocationOptions, shell: readonly string[]): Invocation {
  const [program = 'sh', ...flags] = shell;
  const bound = options.step.commands.map((command, index) =>
    numbered(bind(options, program, command), index),
  );
  const scripts: ScriptFile[] = [];
  const commands = bound.map(({ command }, index) => {
    if (Buffer.byteLength(command) <= LONGEST_COMMAND_BYTES) {
      const own = argumentsFor(program, options.positional);
      return [program, ...flags, commandFlag(program), command, ...own];
    }
    const file = index === 0 ? options.scriptFile : `${options.scriptFile}${index + 1}`;
    scripts.push({ file, text: command });
    return [program, ...flags, file, ...options.positional];
  });
  const env = Object.assign({}, ...bound.map((one) => one.env)) as Record<string, string>;
  return { commands, scripts, env, expandWords: false };
}

function scriptInvocation(
  options: InvocationOptions,
  script: string,
  interpreter: readonly string[],
): Invocation {
  const { command, env } = bind(options, interpreter[0] ?? 'sh', script);
  return {
    commands: [[...interpreter, options.scriptFile, ...options.positional]],
    scripts: [{ file: options.scriptFile, text: command }],
    env,
    expandWords: false,
  };
}

function bind(options: InvocationOptions, program: string, command: string): BoundCommand {
  return isPosixShell(program) ? bindShellReferences(command, options.names) : { command, env: {} };
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

// A shell takes the word after its text as `$0`.
function argumentsFor(program: string, positional: readonly string[]): readonly string[] {
  if (positional.length === 0) return [];
  return isPosixShell(program) ? [program, ...positional] : positional;
}

function shellOf({ step, dagShell, defaultShell }: InvocationOptions): readonly string[] {
  return step.shell ?? stopAtErrors(dagShell ?? defaultShell);
}

/** Shells that a step did not choose itself end at the first failing command (reference 3.8). */
function stopAtErrors(shell: readonly string[]): readonly string[] {
  const [program = 'sh', ...flags] = shell;
  if (!isPosixShell(program) || flags.includes('-e')) return shell;
  return [program, '-e', ...flags];
}

function isDirect([program]: readonly string[]): boolean {
  return program === 'direct' || program === 'none';
}

/** Shell of the step, else the script's own first line, else `command` as a program, else the shell of the DAG. */
function interpreterOf(options: InvocationOptions, script: string): readonly string[] {
  const { step } = options;
  if (step.shell !== null && !isDirect(step.shell)) return step.shell;
  const [interpreter] = step.commands;
  return (
    shebangOf(script) ??
    (interpreter === undefined ? null : splitWords(interpreter)) ??
    stopAtErrors(options.dagShell ?? options.defaultShell)
  );
}
