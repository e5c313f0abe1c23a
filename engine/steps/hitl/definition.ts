import type { FieldSet } from '../../dag/fields/field.ts';
import { text } from '../../dag/fields/scalar-types.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import { variableNames } from '../../dag/fields/variable-name.ts';
import type { Report } from '../../dag/source/report.ts';
import { quoted } from '../../dag/source/source-node.ts';
import type { StepTypeDefinition } from '../../dag/step-type.ts';

/** What a person is asked, and what an answer may and must bring. */
export interface HitlConfig {
  /** Unexpanded. */
  readonly prompt: string;
  /** Variables that an approval may set. */
  readonly input: readonly string[];
  /** Those of `input` without which there is no approval. */
  readonly required: readonly string[];
}

const config: FieldSet<HitlConfig> = {
  what: 'config of a `hitl` step',
  fields: {
    prompt: {
      key: 'prompt',
      about: 'What the person is asked.',
      type: text,
      fallback: '',
    },
    input: {
      key: 'input',
      about: 'Variables that an approval may set, for the steps that follow.',
      type: variableNames,
      fallback: [],
    },
    required: {
      key: 'required',
      about: 'Those of `input` that an approval must set.',
      type: variableNames,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: StepTypeDefinition = {
  name: 'hitl',
  aliases: [],
  about: 'Waits until a person approves or rejects.',
  takes: ['config'],
  needs: [],
  handles: false,
  config,
  check: (step, read, report) => {
    // The loader has read it by the table above.
    if (read !== null) checkRequired(step, read as HitlConfig, report);
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
  { input, required }: HitlConfig,
  report: Report,
): void {
  const entries = node?.kind === 'map' ? node.entries : [];
  const context = entries.find(({ key }) => key.text === 'required')?.value ?? at;
  for (const name of required.filter((one) => !input.includes(one))) {
    report.error(context, `required field ${quoted(name)} is not in \`input\``);
  }
}
