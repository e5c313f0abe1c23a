import { isDagName, NAME_RULE } from '../../contract/fields.ts';
import type { Dag, SlotPolicy } from '../definition.ts';
import { quoted } from '../source/source-node.ts';
import { conditions } from './conditions-field.ts';
import { dotenvFiles } from './dotenv-field.ts';
import { duration } from './duration-field.ts';
import { environment } from './env-field.ts';
import type { FieldSet, ValueType } from './field.ts';
import { handlers, type HandlerDrafts } from './handlers-field.ts';
import { NO_PARAMS, parameters, type WrittenParams } from './params-field.ts';
import { runConfig } from './run-config-field.ts';
import { boolean, integer, oneOf, optionalText, refined, text } from './scalar-types.ts';
import { NO_SCHEDULES, schedules } from './schedule-field.ts';
import { secrets } from './secrets-field.ts';
import { shell } from './shell-field.ts';
import { steps, type StepGroup } from './steps-field.ts';
import { tags } from './tags-field.ts';

/** A DAG as written, before its steps are joined. */
export interface RootValues
  extends
    Omit<Dag, 'name' | 'type' | 'params' | 'paramSchema' | 'steps' | 'handlerOn' | 'slotPolicy'>,
    SlotPolicy {
  readonly name: string | null;
  /** Null where none is given, which means a chain. */
  readonly type: Dag['type'] | null;
  readonly params: WrittenParams;
  readonly steps: readonly StepGroup[];
  readonly handlerOn: HandlerDrafts;
}

const nameOf = (what: string): ValueType<string> =>
  refined(text, (name, node, { label, report }) => {
    if (isDagName(name)) return name;
    report.error(node, `${label}: ${quoted(name)} is not a name for ${what}. ${NAME_RULE}`);
    return undefined;
  });

/** -1 for ever; beyond a few thousand years dates have no text any more. */
const retentionDays = integer({ min: -1, max: 1_000_000 });

/** Every key of a DAG (specification, "DAG definition (YAML) root fields"). */
export const rootFields: FieldSet<RootValues> = {
  what: 'DAG',
  fields: {
    name: {
      key: 'name',
      about: 'Name of the DAG; that of its file when left out.',
      type: nameOf('a DAG'),
      fallback: null,
    },
    description: {
      key: 'description',
      about: 'What the DAG does, for people.',
      type: text,
      fallback: '',
    },
    group: { key: 'group', about: 'Heading under which lists show it.', type: text, fallback: '' },
    tags: {
      key: 'tags',
      about: 'Tags, `key` or `key=value`, to filter by.',
      type: tags,
      fallback: [],
    },
    type: {
      key: 'type',
      about: '`chain`, the default, runs the steps in order; `graph` runs them as `depends` says.',
      type: oneOf(['chain', 'graph']),
      fallback: null,
    },
    schedule: {
      key: 'schedule',
      about:
        'Cron expressions of starts, or of `start`, `stop` and `restart`; `CRON_TZ=<zone>` before one gives it a time zone.',
      type: schedules,
      fallback: NO_SCHEDULES,
    },
    skipIfSuccessful: {
      key: 'skip_if_successful',
      about: 'Skips a scheduled start when a run since the one before has already succeeded.',
      type: boolean,
      fallback: false,
    },
    restartWaitSec: {
      key: 'restart_wait_sec',
      about: 'Seconds between the end of the old run and the start of the new one in a restart.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    catchupWindowMs: {
      key: 'catchup_window',
      about: 'How far back missed starts are caught up, like `6h` or `2d12h`; none when left out.',
      type: duration,
      fallback: null,
    },
    overlapPolicy: {
      key: 'overlap_policy',
      about:
        'What happens to a missed start while a run is active: `skip` drops it, `all` keeps each for later, `latest` only the newest.',
      type: oneOf(['skip', 'all', 'latest']),
      fallback: 'skip',
    },
    queue: {
      key: 'queue',
      about: 'Queue of its runs; one of its own, in which they run one by one, when left out.',
      type: nameOf('a queue'),
      fallback: null,
    },
    maxActiveRuns: {
      key: 'max_active_runs',
      about: 'Read and ignored: its queue says how many runs go on at the same time.',
      type: integer({ min: 0 }),
      fallback: 1,
    },
    params: {
      key: 'params',
      about: 'Parameters with their defaults, in order; or a JSON Schema of them.',
      type: parameters,
      fallback: NO_PARAMS,
    },
    env: {
      key: 'env',
      about: 'Variables for all steps; later entries see earlier ones.',
      type: environment,
      fallback: [],
    },
    dotenv: {
      key: 'dotenv',
      about: 'Files of variables, read as a run begins; missing ones are left out, later ones win.',
      type: dotenvFiles,
      fallback: ['.env'],
    },
    secrets: {
      key: 'secrets',
      about: 'Variables whose values are secret: they are shown nowhere.',
      type: secrets,
      fallback: [],
    },
    preconditions: {
      key: 'preconditions',
      about: 'What must be met, or the run is aborted before its first step.',
      type: conditions,
      fallback: [],
    },
    runConfig: {
      key: 'run_config',
      about: 'What people cannot change when they start a run by hand.',
      type: runConfig,
      fallback: { disableParamEdit: false, disableRunIdEdit: false },
    },
    workingDir: {
      key: 'working_dir',
      about: 'Folder in which the steps run; that of the DAG file when left out.',
      type: optionalText,
      fallback: null,
    },
    shell: {
      key: 'shell',
      about: 'Shell and its arguments; `direct` runs commands without one.',
      type: shell,
      fallback: null,
    },
    logDir: {
      key: 'log_dir',
      about: 'Folder for the logs of its runs.',
      type: optionalText,
      fallback: null,
    },
    logOutput: {
      key: 'log_output',
      about: 'Whether standard output and standard error have a log each or share one.',
      type: oneOf(['separate', 'merged']),
      fallback: 'separate',
    },
    histRetentionDays: {
      key: 'hist_retention_days',
      about: 'Days to keep runs; 0 deletes each as it ends, -1 keeps them for ever.',
      type: retentionDays,
      fallback: 30,
    },
    maxActiveSteps: {
      key: 'max_active_steps',
      about: 'How many steps may run at the same time.',
      type: integer({ min: 1 }),
      fallback: 1,
    },
    timeoutSec: {
      key: 'timeout_sec',
      about:
        'Seconds after which a run is ended and fails; 0 for none. Time in which neither the engine nor a step of it runs does not count.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    delaySec: {
      key: 'delay_sec',
      about: 'Seconds to wait after the start of each step.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    maxCleanUpTimeSec: {
      key: 'max_clean_up_time_sec',
      about: 'Seconds that a stopped step has before it is killed.',
      type: integer({ min: 0 }),
      fallback: 5,
    },
    maxOutputSize: {
      key: 'max_output_size',
      about: 'Bytes that one captured output may have.',
      type: integer({ min: 0 }),
      fallback: 1024 * 1024,
    },
    handlerOn: {
      key: 'handler_on',
      about:
        'Steps that run on events of the run: `init`, `success`, `failure`, `abort`, `wait`, `exit`.',
      type: handlers,
      fallback: {},
    },
    steps: { key: 'steps', about: 'What to run.', type: steps, fallback: [] },
  },
  unavailable: [
    ...['container', 'ssh', 'llm', 'redis', 's3', 'smtp', 'mail_on'],
    ...['error_mail', 'info_mail', 'wait_mail', 'otel', 'worker_selector', 'registry_auths'],
  ],
  harmless: { worker_selector: 'local' },
  replaced: { precondition: '`preconditions`', dir: '`working_dir`' },
};
