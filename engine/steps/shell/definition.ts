import type { Dag, Step } from '../../dag/definition.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import type { StepTypeDefinition } from '../../dag/step-type.ts';
import { isPosixShell, shebangOf } from './interpreter.ts';
import { splitWords } from './words.ts';

export const definition: StepTypeDefinition = {
  name: 'shell',
  aliases: ['command'],
  about: 'Runs commands or a script.',
  takes: ['command', 'script', 'shell'],
  needs: [['command', 'script']],
  handles: true,
  config: null,
  check: checkCommands,
  shellKey,
  autoName: 'cmd',
  example: `steps:
  - name: count
    command: printf 'one\\ntwo\\n' | wc -l
    output: LINES
  - name: report
    script: |
      #!/bin/sh
      echo "the file has $LINES lines"
`,
};

/** Beside a script the command is the program that interprets it. */
function checkCommands(
  { values, at, given }: StepDraft,
  _config: object | null,
  report: Report,
): void {
  const { commands, script } = values;
  const blank = commands.find(({ text }) => text.trim() === '');
  if (blank) report.error(blank, '`command` must not be empty');
  else if (script !== null && commands.length > 1) {
    const rule = 'beside a `script`, `command` is its interpreter and must be a single text';
    report.error(given.get('command')?.value ?? at, rule);
  }
}

/** The shell of the engine, where nobody names another, is taken for one of POSIX. */
function shellKey({ script, shell, commands }: Step, dag: Dag): 'command' | 'script' | null {
  const named = shell ?? dag.shell;
  if (script === null) return named === null || isShell(named) ? 'command' : null;
  const [interpreter] = commands;
  const own =
    shell ?? shebangOf(script) ?? (interpreter === undefined ? null : splitWords(interpreter));
  const program = own ?? dag.shell;
  return program === null || isShell(program) ? 'script' : null;
}

function isShell(words: readonly string[]): boolean {
  // `#!/usr/bin/env bash` names it second.
  return words.some(isPosixShell);
}
