import { basename } from 'node:path';
import {
  isPosixShell,
  languageOf,
  takesText,
  withoutTextFlag,
  type Language,
} from './languages.ts';
import { splitWords } from './words.ts';

/** Who reads a text, as a `shell`, the first line of a script or the `command` beside one names it. */
export interface Interpreter {
  /** What stands before the program: `env` and its like. */
  readonly before: readonly string[];
  readonly program: string;
  readonly flags: readonly string[];
  /** Undefined for a program that is not known. */
  readonly language: Language | undefined;
}

/** Takes the words of a shell or of a first line apart: what stands before the program (`env`, options), the program, its flags. */
export function interpreterOf(written: readonly string[]): Interpreter {
  // The kernel gives `env -S` the rest of the line as one word.
  const words = written.flatMap((word) =>
    /^-S./.test(word) ? ['-S', ...splitWords(word.slice(2))] : [word],
  );
  const at = programAt(words);
  const program = words[at] ?? 'sh';
  const flags = words.slice(at + 1);
  return { before: words.slice(0, at), program, flags, language: languageOf(program) };
}

/** A known program comes first, after `env`, or is a shell that others start: `sudo bash`. */
function programAt(words: readonly string[]): number {
  const [first = ''] = words;
  if (languageOf(first) !== undefined) return 0;
  if (basename(first) !== 'env') return Math.max(0, words.findLastIndex(isPosixShell));
  return Math.max(
    0,
    words.findIndex((word, index) => index > 0 && !/^-|^\w+=/.test(word)),
  );
}

/** Whether the text is one for a POSIX shell, in which `${NAME}` reads the environment. */
export function readsAsShell({ language }: Pick<Interpreter, 'language'>): boolean {
  return language?.read === null;
}

/** Whether it runs the text in a shell of its own: a file would be one for itself. */
export function takesTextAlone(interpreter: Interpreter): boolean {
  const { program, flags } = interpreter;
  return readsAsShell(interpreter) && !isPosixShell(program) && flags.length > 0;
}

/**
 * The command line before the text of a command: as it is written, if it has flags. A program alone, and a shell whose
 * flags leave it out, get the flag for it.
 */
export function textWords({ before, program, flags, language }: Interpreter): readonly string[] {
  const words = [...before, program, ...flags];
  const saysSo = language !== undefined && flags.some((flag) => takesText(flag, language));
  const isComplete = isPosixShell(program) ? saysSo : flags.length > 0;
  return isComplete ? words : [...words, language?.textFlags[0] ?? '-c'];
}

/**
 * The command line that would make a program take a text for one, where it takes it for a file; null: it does not, as far as
 * anybody can tell. Empty: nothing would.
 */
export function missingFlag({
  before,
  program,
  flags,
  language,
}: Interpreter): readonly string[] | null {
  if (language === undefined || readsAsShell({ language })) return null;
  const [flag] = language.textFlags;
  if (flag === undefined) return [];
  const isComplete = flags.length === 0 || flags.some((word) => takesText(word, language));
  // Another word may be a program that takes the text.
  if (isComplete || !flags.every((word) => /^[-/]/.test(word))) return null;
  return [...before, program, ...flags, flag];
}

/** The command line before the file of a script. */
export function fileWords({ before, program, flags, language }: Interpreter): readonly string[] {
  const at = language === undefined ? -1 : flags.findLastIndex((flag) => takesText(flag, language));
  const rest = language === undefined ? null : withoutTextFlag(flags[at] ?? '', language);
  return [
    ...before,
    program,
    ...flags.toSpliced(at, at === -1 ? 0 : 1, ...(rest === null ? [] : [rest])),
  ];
}

/** The interpreter line of a script, as the kernel reads it: a program and at most one argument. */
export function shebangOf(script: string): readonly string[] | null {
  const line = /^#!\s*(\S+)(?:[ \t]+([^\r\n]*?))?[ \t]*\r?(?:\n|$)/.exec(script);
  if (line?.[1] === undefined) return null;
  return line[2] === undefined || line[2] === '' ? [line[1]] : [line[1], line[2]];
}
