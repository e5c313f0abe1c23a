import { basename } from 'node:path';
import type { Dag, Step } from '../../dag/definition.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import type { TextReader } from '../../dag/step-type.ts';
import { noSettings } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';
import { missingFlag } from './interpreter.ts';
import { readTexts, type ReadText } from './readers.ts';

export const definition: TypedDefinition<null> = {
  name: 'shell',
  aliases: ['command'],
  about: 'Runs commands or a script.',
  takes: ['command', 'script', 'shell'],
  needs: [['command', 'script']],
  handles: true,
  readsSystem: true,
  settings: noSettings,
  check: checkCommands,
  readers,
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
function checkCommands({ values, at, given }: StepDraft, _config: null, report: Report): void {
  const { commands, script } = values;
  const blank = commands.find(({ text }) => text.trim() === '');
  if (blank) report.error(blank, '`command` must not be empty');
  else if (script !== null && commands.length > 1) {
    const rule = 'with a `script`, `command` is its interpreter and must be a single text';
    report.error(given.get('command')?.value ?? at, rule);
  }
}

/** The shell of the engine, where nobody names another, is taken for one of POSIX. */
function readers(step: Step, dag: Dag): readonly TextReader[] {
  return readTexts({ step, dagShell: dag.shell, defaultShell: ['sh'] }).map(textReader);
}

function textReader({ reader, isScript }: ReadText): TextReader {
  if (reader === null) return { kind: 'engine' };
  if (reader.language === undefined) return { kind: 'other' };
  const { read } = reader.language;
  if (read === null) return { kind: 'shell' };
  const mend = isScript ? null : missingFlag(reader);
  return { kind: 'language', program: basename(reader.program), read, mend };
}
