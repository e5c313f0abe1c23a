import type { Step } from '../definition.ts';
import type { SourceNode } from '../source/source-node.ts';
import { callParams } from './call-params-field.ts';
import { container } from './container-field.ts';
import { conditions } from './conditions-field.ts';
import { continueOn, NO_CONTINUE } from './continue-on-field.ts';
import { environment } from './env-field.ts';
import type { FieldSet } from './field.ts';
import { llm, messages } from './llm-field.ts';
import { output } from './output-field.ts';
import { parallel } from './parallel-field.ts';
import { rawNode } from './raw-field.ts';
import { repeatPolicy } from './repeat-field.ts';
import { retryPolicy } from './retry-field.ts';
import { routes, type RouteDraft } from './routes-field.ts';
import { boolean, integer, oneOf, optionalText, text, texts, type TextAt } from './scalar-types.ts';
import { shell } from './shell-field.ts';
import { signalName } from './signal-field.ts';
import { stepId, stepName } from './step-name-fields.ts';
import { textEncoding } from './text-encoding-field.ts';
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

/** Whether what stands under `run` can be the name of no DAG: it was one before it was a command. */
function isCommand(value: SourceNode): boolean {
  if (value.kind !== 'scalar') return true;
  const isPath = /[/\\]/.test(value.text) && !/\.ya?ml$/.test(value.text);
  return isPath || /[^\w./\\${}-]/.test(value.text);
}

/** Every key of a step (specification, "Step fields"). */
export const stepFields: FieldSet<StepValues> = {
  what: 'step',
  fields: {
    name: {
      key: 'name',
      about: 'Name of the step, unique in the DAG (default: from its position).',
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
      about: 'Description of the step.',
      type: text,
      fallback: '',
    },
    type: {
      key: 'type',
      about: 'Type of the step (default: `shell`, or `dag` with a `call`).',
      type: stepType,
      fallback: null,
    },
    config: {
      key: 'config',
      about: 'Settings of the step type.',
      type: rawNode,
      fallback: null,
    },
    commands: {
      key: 'command',
      about:
        'Shell command, or a list of commands that run in order until one fails. A text of several lines that starts with `#!` is a script.',
      type: texts,
      fallback: [],
    },
    script: {
      key: 'script',
      about: 'Inline script. Its first line (`#!`) or `command` can set the interpreter.',
      type: text,
      fallback: null,
    },
    call: {
      key: 'call',
      about:
        'DAG to run: a DAG of the same file, a stored DAG, or a path. With `parallel` it can be that of each item: `${ITEM}`.',
      type: optionalText,
      fallback: null,
    },
    callParams: {
      key: 'params',
      about: 'Parameters for the called DAG.',
      type: callParams,
      fallback: null,
    },
    parallel: {
      key: 'parallel',
      about: 'Call the DAG once for each item, several at the same time.',
      type: parallel,
      fallback: null,
    },
    container: {
      key: 'container',
      about:
        'Container to run the commands in: a new one of an image, or the name of a running one.',
      type: container,
      fallback: null,
    },
    llm: {
      key: 'llm',
      about: 'Language model to ask; overrides `llm` of the DAG.',
      type: llm,
      fallback: null,
    },
    messages: {
      key: 'messages',
      about: 'Messages to the model, in order.',
      type: messages,
      fallback: [],
    },
    value: {
      key: 'value',
      about: 'Text that a router compares with its routes.',
      type: optionalText,
      fallback: null,
    },
    routes: {
      key: 'routes',
      about:
        'Texts, or regular expressions after `re:`, each with the steps to run when it matches.',
      type: routes,
      fallback: [],
    },
    depends: {
      key: 'depends',
      about: 'Names or ids of the steps to wait for. Only with `type: graph`.',
      type: texts,
      fallback: [],
    },
    preconditions: {
      key: 'preconditions',
      about:
        'Conditions for the step. If one is not met, the step is skipped; if one cannot be evaluated, the step fails.',
      type: conditions,
      fallback: [],
    },
    continueOn: {
      key: 'continue_on',
      about: 'Failures and skips after which the next steps still run.',
      type: continueOn,
      fallback: NO_CONTINUE,
    },
    retryPolicy: {
      key: 'retry_policy',
      about: 'When and how often to retry a failed step.',
      type: retryPolicy,
      fallback: null,
    },
    repeatPolicy: {
      key: 'repeat_policy',
      about: 'When and how often to repeat the step.',
      type: repeatPolicy,
      fallback: null,
    },
    workingDir: {
      key: 'working_dir',
      about: 'Working directory, relative to that of the DAG. Created if it does not exist.',
      type: optionalText,
      fallback: null,
    },
    shell: {
      key: 'shell',
      about:
        'Program that runs the command: a shell, or another interpreter such as `python3`. With arguments it is used as written, followed by the command: a shell goes on after a failure, unless `-e` is among them. `direct` runs the command without a shell.',
      type: shell,
      fallback: null,
    },
    stdout: {
      key: 'stdout',
      about: 'File to append a copy of standard output to.',
      type: optionalText,
      fallback: null,
    },
    stderr: {
      key: 'stderr',
      about: 'File to append a copy of standard error to.',
      type: optionalText,
      fallback: null,
    },
    output: {
      key: 'output',
      about: 'Variable that stores the standard output of the step.',
      type: output,
      fallback: null,
    },
    env: {
      key: 'env',
      about: 'Environment variables for this step. Later entries can use earlier ones.',
      type: environment,
      fallback: [],
    },
    logOutput: {
      key: 'log_output',
      about: 'Write standard output and standard error to separate logs or to one.',
      type: oneOf(['separate', 'merged']),
      fallback: null,
    },
    logOutputEncoding: {
      key: 'log_output_encoding',
      about:
        'Encoding of what the programs of the step print, such as `windows-1252` or `shift_jis` (default: that of the DAG). Logs and outputs are read by it.',
      type: textEncoding,
      fallback: null,
    },
    signalOnStop: {
      key: 'signal_on_stop',
      about: 'Signal that a stop sends to the step (default: `SIGTERM`).',
      type: signalName,
      fallback: null,
    },
    mailOnError: {
      key: 'mail_on_error',
      about: 'Send `error_mail` of the DAG when this step fails.',
      type: boolean,
      fallback: false,
    },
    timeoutSec: {
      key: 'timeout_sec',
      about: 'Time limit of the step in seconds; 0 means none. The step fails when it is reached.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
  },
  unavailable: [],
  replaced: {
    run: (value) => (isCommand(value) ? '`command`' : '`call`'),
    dir: '`working_dir`',
    executor: '`type` and `config`',
    precondition: '`preconditions`',
  },
};
