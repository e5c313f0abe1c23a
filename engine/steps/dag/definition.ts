import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import { noSettings } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

export const definition: TypedDefinition<null> = {
  name: 'dag',
  aliases: [],
  about: 'Runs another DAG and waits until it ends, once or for each item of a list.',
  takes: ['command', 'call', 'params', 'parallel'],
  needs: [['call', 'command']],
  handles: true,
  readsSystem: false,
  settings: noSettings,
  check: checkCall,
  calls: ({ call }) => (call === null ? [] : [call]),
  autoName: 'dag',
  example: `steps:
  - name: greet
    call: greeting
    parallel: [Ada, Grace]
    params:
      NAME: \${ITEM}
---
name: greeting
params:
  - NAME: someone
steps:
  - command: echo "hello $NAME"
`,
};

/** The command is another way to write the call: the name of one DAG. */
function checkCall({ given, values }: StepDraft, _config: null, report: Report): void {
  const command = given.get('command');
  if (!command) return;
  if (given.has('call')) {
    report.error(command.key, '`command` cannot be combined with `call`: both name the DAG to run');
  } else if (values.commands.length > 1 || values.commands[0]?.text.trim() === '') {
    report.error(command.value, '`command` of `type: dag` must be the name of one DAG');
  }
}
