import { basename } from 'node:path';

/** What a program reads that takes texts of commands or scripts. */
export interface Language {
  /** Options before a text, the usual one first; empty: it reads files alone. */
  readonly textFlags: readonly string[];
  /** Flags of one letter in a bundle: the last of it, but for shells, where `-ce` is as good as `-ec`. */
  readonly bundle: RegExp;
  /** How the language reads a variable of its environment; null: as a POSIX shell does. */
  readonly read: ((name: string) => string) | null;
}

const POSIX = toLanguage(['-c'], null);

const rows: readonly (readonly [names: string, textFlags: string, read: Language['read']])[] = [
  ['python pypy', '-c', (name) => `os.environ["${name}"]`],
  ['perl', '-e -E', (name) => `$ENV{${name}}`],
  ['ruby', '-e', (name) => `ENV["${name}"]`],
  ['node nodejs bun', '-e -p --eval --print', (name) => `process.env.${name}`],
  ['deno', 'eval', (name) => `Deno.env.get("${name}")`],
  ['php', '-r --run', (name) => `getenv("${name}")`],
  ['lua luajit', '-e', (name) => `os.getenv("${name}")`],
  ['julia', '-e -E --eval --print', (name) => `ENV["${name}"]`],
  ['rscript', '-e', (name) => `Sys.getenv("${name}")`],
  ['fish', '-c --command', (name) => `$${name}`],
  ['pwsh powershell', '-Command -command -c', (name) => `$env:${name}`],
  ['cmd', '/c /C /k /K', (name) => `%${name}%`],
  ['tclsh', '', (name) => `$env(${name})`],
  // It runs the text in bash.
  ['nix-shell', '--run --command', null],
];

const languages: ReadonlyMap<string, Language> = new Map([
  ...['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash'].map((name) => [name, POSIX] as const),
  ...rows.flatMap(([names, flags, read]) => {
    const textFlags = flags.split(' ').filter((flag) => flag !== '');
    const language = toLanguage(textFlags, read);
    return names.split(' ').map((name) => [name, language] as const);
  }),
]);

/** The language of a program by its name, `/usr/bin/python3.12` included; undefined for one that is not known. */
export function languageOf(program: string): Language | undefined {
  const name = basename(program)
    .replace(/\.exe$/i, '')
    .toLowerCase();
  return languages.get(name) ?? languages.get(name.replace(/-?\d+(?:\.\d+)*$/, ''));
}

/** Whether a program is a POSIX shell. */
export function isPosixShell(program: string): boolean {
  return languageOf(program) === POSIX;
}

/** Whether a word of a command line says that a text follows: `-c`, or a bundle of letters with it. */
export function takesText(word: string, { textFlags, bundle }: Language): boolean {
  return textFlags.includes(word) || bundle.test(word);
}

/** The same word for a text in a file; null: nothing is left of it. */
export function withoutTextFlag(word: string, { bundle }: Language): string | null {
  return bundle.test(word) ? word.replace(bundle, '-$1$2') : null;
}

function toLanguage(textFlags: readonly string[], read: Language['read']): Language {
  const letters = textFlags.filter((flag) => /^-[a-z]$/i.test(flag)).map((flag) => flag.slice(1));
  const one = letters.length === 0 ? '(?!)' : `[${letters.join('')}]`;
  const bundle =
    read === null
      ? new RegExp(`^-(?=.{2})([a-zA-Z]*)${one}([a-zA-Z]*)$`)
      : new RegExp(`^-([a-z0-9]+)${one}()$`);
  return { textFlags, bundle, read };
}
