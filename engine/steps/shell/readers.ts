import type { Step } from '../../dag/definition.ts';
import { interpreterOf, shebangOf, type Interpreter } from './interpreter.ts';
import { isPosixShell } from './languages.ts';
import { splitWords } from './words.ts';

/** A text of a step: its script, or one of its commands. */
export interface ReadText {
  readonly text: string;
  /** Null: no program, but the engine takes it apart and starts what it names. */
  readonly reader: Interpreter | null;
  /** Whether it reads the text from a file. */
  readonly isScript: boolean;
}

export interface Shells {
  readonly step: Pick<Step, 'commands' | 'script' | 'shell'>;
  /** Shell of the DAG; null where it names none. */
  readonly dagShell: readonly string[] | null;
  readonly defaultShell: readonly string[];
}

/** The texts of a step, and who reads each. Beside a script the command is the program that reads it. */
export function readTexts(shells: Shells): readonly ReadText[] {
  const { commands, script, shell } = shells.step;
  if (script !== null)
    return [{ text: script, reader: scriptReader(shells, script), isScript: true }];
  return commands.map((text) => {
    const own = shell !== null && !isDirect(shell) ? null : firstLine(text);
    return own === null
      ? { text, reader: commandReader(shells), isScript: false }
      : { text, reader: interpreterOf(own), isScript: true };
  });
}

/** A text of one line that begins so is a comment. */
function firstLine(text: string): readonly string[] | null {
  return text.trim().includes('\n') ? shebangOf(text) : null;
}

function commandReader(shells: Shells): Interpreter | null {
  const { shell } = shells.step;
  if (shell !== null) return isDirect(shell) ? null : interpreterOf(shell);
  return isDirect(shells.dagShell ?? shells.defaultShell) ? null : usualReader(shells);
}

/** Shell of the step, else the script's own first line, else `command` as a program, else the shell of the DAG. */
function scriptReader(shells: Shells, script: string): Interpreter {
  const { shell, commands } = shells.step;
  if (shell !== null && !isDirect(shell)) return interpreterOf(shell);
  const [command] = commands;
  const own = shebangOf(script) ?? (command === undefined ? null : splitWords(command));
  return own === null ? usualReader(shells) : interpreterOf(own);
}

/** Shells that a step did not choose itself end at the first failing command. */
function usualReader({ dagShell, defaultShell }: Shells): Interpreter {
  const usual = dagShell === null || isDirect(dagShell) ? defaultShell : dagShell;
  const reader = interpreterOf(usual);
  if (!isPosixShell(reader.program) || reader.flags.includes('-e')) return reader;
  return { ...reader, flags: ['-e', ...reader.flags] };
}

/** Whether a shell stands for none. */
export function isDirect([program]: readonly string[]): boolean {
  return program === 'direct' || program === 'none';
}
