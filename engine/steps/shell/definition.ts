import type { Dag, Step } from '../../dag/definition.ts';
import type { TextReader } from '../../dag/step-type.ts';
import { noSettings } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';
import { checkCommands } from './check-commands.ts';
import { readTexts } from './readers.ts';
import { textReader } from './text-reader.ts';

export const definition: TypedDefinition<null> = {
  name: 'shell',
  aliases: ['command'],
  about: 'Runs commands or a script.',
  takes: ['command', 'script', 'shell'],
  needs: [['command', 'script']],
  handles: true,
  readsSystem: true,
  settings: noSettings,
  check: (step, _config, report) => checkCommands(step, report),
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

/** The shell of the engine, where nobody names another, is taken for one of POSIX. */
function readers(step: Step, dag: Dag): readonly TextReader[] {
  return readTexts({ step, dagShell: dag.shell, defaultShell: ['sh'] }).map(textReader);
}
