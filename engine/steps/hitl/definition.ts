import type { FieldSet } from '../../dag/fields/field.ts';
import { text } from '../../dag/fields/scalar-types.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import { variableNames } from '../../dag/fields/variable-name.ts';
import type { Report } from '../../dag/source/report.ts';
import { quoted } from '../../dag/source/source-node.ts';
import { settingsOf } from '../settings.ts';
import type { Gate, TypedDefinition } from '../step-type.ts';

const config: FieldSet<Gate> = {
  what: 'config of a `hitl` step',
  fields: {
    prompt: {
      key: 'prompt',
      about: 'Question for the approver.',
      type: text,
      fallback: '',
    },
    input: {
      key: 'input',
      about: 'Variables that an approval can set for later steps.',
      type: variableNames,
      fallback: [],
    },
    required: {
      key: 'required',
      about: 'Variables of `input` that an approval must set.',
      type: variableNames,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<Gate> = {
  name: 'hitl',
  aliases: [],
  about: 'Waits for approval or rejection.',
  takes: ['config'],
  refuses: {
    output: 'an approval sets the variables of `input`',
    repeat_policy: 'a decision is final',
    retry_policy: 'a decision is final',
  },
  needs: [],
  handles: false,
  readsSystem: false,
  settings: settingsOf(config),
  check: (step, read, report) => {
    if (read !== null) checkRequired(step, read, report);
  },
  autoName: 'hitl',
  example: `steps:
  - name: ask
    type: hitl
    config:
      prompt: Send the report?
      input: [RECIPIENT]
      required: [RECIPIENT]
  - name: send
    command: echo "sent to $RECIPIENT"
`,
};

function checkRequired(
  { values: { config: node }, at }: StepDraft,
  { input, required }: Gate,
  report: Report,
): void {
  const entries = node?.kind === 'map' ? node.entries : [];
  const context = entries.find(({ key }) => key.text === 'required')?.value ?? at;
  for (const name of required.filter((one) => !input.includes(one))) {
    report.error(context, `required field ${quoted(name)} is not in \`input\``);
  }
}
