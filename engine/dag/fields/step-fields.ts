import type { Step } from '../definition.ts';
import type { SourceNode } from '../source/source-node.ts';
import { callParams } from './call-params-field.ts';
import { conditions } from './conditions-field.ts';
import { continueOn, NO_CONTINUE } from './continue-on-field.ts';
import { environment } from './env-field.ts';
import type { FieldSet } from './field.ts';
import { output } from './output-field.ts';
import { parallel } from './parallel-field.ts';
import { rawNode } from './raw-field.ts';
import { repeatPolicy } from './repeat-field.ts';
import { retryPolicy } from './retry-field.ts';
import { routes, type RouteDraft } from './routes-field.ts';
import { integer, oneOf, optionalText, text, texts, type TextAt } from './scalar-types.ts';
import { shell } from './shell-field.ts';
import { signalName } from './signal-field.ts';
import { stepId, stepName } from './step-name-fields.ts';
import { stepType } from './step-type-field.ts';

/** What only the other steps or the type of the step decide. */
type Joined = 'name' | 'type' | 'config' | 'commands' | 'depends' | 'routes' | 'routedBy';

/** A step as written, before its type is looked up, names are given and other steps are found. */
export interface StepValues extends Omit<Step, Joined> {
  readonly name: string | null;
  /** Null: implied by the other keys. */
  readonly type: TextAt | null;
  readonly config: SourceNode | null;
  readonly commands: readonly TextAt[];
  /** Names or ids. */
  readonly depends: readonly TextAt[];
  readonly routes: readonly RouteDraft[];
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
    type: {
      key: 'type',
      about: 'What kind of step it is; `shell` when left out, or `dag` where there is a `call`.',
      type: stepType,
      fallback: null,
    },
    config: {
      key: 'config',
      about: 'Settings of the type of step.',
      type: rawNode,
      fallback: null,
    },
    commands: {
      key: 'command',
      about:
        'Shell command, or a list of them that run one after another up to the first failure. Several lines that begin with `#!` are a script.',
      type: texts,
      fallback: [],
    },
    script: {
      key: 'script',
      about: 'Inline script; its first line may name the interpreter (`#!`), or `command` does.',
      type: text,
      fallback: null,
    },
    call: {
      key: 'call',
      about: 'DAG to run as this step: one of the same file, a stored one, or a path.',
      type: optionalText,
      fallback: null,
    },
    callParams: {
      key: 'params',
      about: 'Parameters of the DAG that is called.',
      type: callParams,
      fallback: null,
    },
    parallel: {
      key: 'parallel',
      about: 'Calls the DAG once for each item, several at the same time.',
      type: parallel,
      fallback: null,
    },
    value: {
      key: 'value',
      about: 'Text by which a router chooses.',
      type: optionalText,
      fallback: null,
    },
    routes: {
      key: 'routes',
      about:
        'For each text, or regular expression after `re:`, the steps that run when it matches.',
      type: routes,
      fallback: [],
    },
    depends: {
      key: 'depends',
      about: 'Names or ids of the steps that must end first; only with `type: graph`.',
      type: texts,
      fallback: [],
    },
    preconditions: {
      key: 'preconditions',
      about: 'What must be met, or the step is skipped.',
      type: conditions,
      fallback: [],
    },
    continueOn: {
      key: 'continue_on',
      about: 'With which failures and skips what follows runs all the same.',
      type: continueOn,
      fallback: NO_CONTINUE,
    },
    retryPolicy: {
      key: 'retry_policy',
      about: 'How often and after how long a failed step is tried again.',
      type: retryPolicy,
      fallback: null,
    },
    repeatPolicy: {
      key: 'repeat_policy',
      about: 'While or until what the step runs again.',
      type: repeatPolicy,
      fallback: null,
    },
    workingDir: {
      key: 'working_dir',
      about: 'Folder in which it runs; relative to that of the DAG, and made when missing.',
      type: optionalText,
      fallback: null,
    },
    shell: {
      key: 'shell',
      about:
        'Program that takes the command: a shell, or another language such as `python3`. With arguments it is used as written, and the command follows; `direct` runs the command without one.',
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
  unavailable: ['mail_on_error', 'container', 'messages', 'llm'],
  replaced: {
    run: '`call`',
    dir: '`working_dir`',
    executor: '`type` and `config`',
    precondition: '`preconditions`',
  },
};
