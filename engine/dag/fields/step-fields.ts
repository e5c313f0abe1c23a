import type { Step } from '../definition.ts';
import { environment } from './env-field.ts';
import type { FieldSet } from './field.ts';
import { output } from './output-field.ts';
import { integer, oneOf, optionalText, text, texts, type TextAt } from './scalar-types.ts';
import { shell } from './shell-field.ts';
import { signalName } from './signal-field.ts';
import { stepId, stepName } from './step-name-fields.ts';
import { stepType } from './step-type-field.ts';

/** A step as written, before names are given and `depends` is resolved. */
export interface StepValues extends Omit<Step, 'name' | 'commands' | 'depends'> {
  readonly name: string | null;
  readonly command: readonly TextAt[];
  /** Names or ids. */
  readonly depends: readonly TextAt[];
}

/** Every key of a step (specification, "Step fields"). */
export const stepFields: FieldSet<StepValues> = {
  what: 'step',
  fields: {
    name: {
      key: 'name',
      about: 'Name of the step, unique in its DAG; made from its position when left out.',
      type: stepName,
      fallback: null,
    },
    id: {
      key: 'id',
      about: 'Short name for references such as `${id.exit_code}` and `${id.stdout}`.',
      type: stepId,
      fallback: null,
    },
    description: {
      key: 'description',
      about: 'What the step does, for people.',
      type: text,
      fallback: '',
    },
    type: { key: 'type', about: 'How the step is executed.', type: stepType, fallback: 'shell' },
    command: {
      key: 'command',
      about: 'Shell command, or a list of them that run one after another up to the first failure.',
      type: texts,
      fallback: [],
    },
    script: {
      key: 'script',
      about: 'Inline script; its first line may name the interpreter (`#!`), or `command` does.',
      type: text,
      fallback: null,
    },
    depends: {
      key: 'depends',
      about: 'Names or ids of the steps that must end first; only with `type: graph`.',
      type: texts,
      fallback: [],
    },
    workingDir: {
      key: 'working_dir',
      about: 'Folder in which it runs; relative to that of the DAG, and made when missing.',
      type: optionalText,
      fallback: null,
    },
    shell: {
      key: 'shell',
      about: 'Shell and its arguments for this step; `direct` runs the command without one.',
      type: shell,
      fallback: null,
    },
    stdout: {
      key: 'stdout',
      about: 'File that gets a copy of standard output, appended.',
      type: optionalText,
      fallback: null,
    },
    stderr: {
      key: 'stderr',
      about: 'File that gets a copy of standard error, appended.',
      type: optionalText,
      fallback: null,
    },
    output: {
      key: 'output',
      about: 'Variable that takes what the step prints on standard output.',
      type: output,
      fallback: null,
    },
    env: {
      key: 'env',
      about: 'Variables for this step alone; later entries see earlier ones.',
      type: environment,
      fallback: [],
    },
    logOutput: {
      key: 'log_output',
      about: 'Whether standard output and standard error have a log each or share one.',
      type: oneOf(['separate', 'merged']),
      fallback: null,
    },
    signalOnStop: {
      key: 'signal_on_stop',
      about: 'Signal by which a stop asks the step to end (`SIGTERM` by default).',
      type: signalName,
      fallback: null,
    },
    timeoutSec: {
      key: 'timeout_sec',
      about: 'Seconds after which the step is ended and fails; 0 for none.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
  },
  unavailable: [
    ...[
      'call',
      'params',
      'parallel',
      'preconditions',
      'continue_on',
      'retry_policy',
      'repeat_policy',
    ],
    ...['mail_on_error', 'container', 'config', 'routes', 'value', 'messages', 'llm'],
  ],
  replaced: {
    run: '`call`',
    dir: '`working_dir`',
    executor: '`type` and `config`',
    precondition: '`preconditions`',
  },
};
