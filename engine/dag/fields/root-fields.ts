import type { Dag, SlotPolicy } from '../definition.ts';
import { conditions } from './conditions-field.ts';
import { container } from './container-field.ts';
import { dotenvFiles } from './dotenv-field.ts';
import { environment } from './env-field.ts';
import type { FieldSet } from './field.ts';
import { handlers, type HandlerDrafts } from './handlers-field.ts';
import { NO_PARAMS, parameters, type WrittenParams } from './params-field.ts';
import { llm } from './llm-field.ts';
import { mailRootFields } from './mail-fields.ts';
import { nameOf } from './name-field.ts';
import { otel } from './otel-field.ts';
import { redisConnection } from './redis-field.ts';
import { runConfig } from './run-config-field.ts';
import { integer, oneOf, optionalText, text } from './scalar-types.ts';
import { s3Connection } from './s3-field.ts';
import { registryAuths } from './registry-auths-field.ts';
import { NO_SCHEDULES, schedules } from './schedule-field.ts';
import { secrets } from './secrets-field.ts';
import { shell } from './shell-field.ts';
import { smtpServer } from './smtp-field.ts';
import { slotPolicyFields } from './slot-policy-fields.ts';
import { ssh } from './ssh-field.ts';
import { steps, type StepGroup } from './steps-field.ts';
import { textEncoding } from './text-encoding-field.ts';
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

/** -1 for ever; beyond a few thousand years dates have no text any more. */
const retentionDays = integer({ min: -1, max: 1_000_000 });

/** Every key of a DAG (specification, "DAG definition (YAML) root fields"). */
export const rootFields: FieldSet<RootValues> = {
  what: 'DAG',
  fields: {
    name: {
      key: 'name',
      about:
        'Name of the DAG (default: the name of its file). Each name belongs to one file: a second file with it is an error.',
      type: nameOf('a DAG'),
      fallback: null,
    },
    description: {
      key: 'description',
      about: 'Description of the DAG.',
      type: text,
      fallback: '',
    },
    group: { key: 'group', about: 'Group in the list of DAGs.', type: text, fallback: '' },
    tags: {
      key: 'tags',
      about: 'Tags to filter by, `key` or `key=value`.',
      type: tags,
      fallback: [],
    },
    type: {
      key: 'type',
      about:
        '`chain` (the default) runs the steps in order, `graph` runs them according to `depends`.',
      type: oneOf(['chain', 'graph']),
      fallback: null,
    },
    schedule: {
      key: 'schedule',
      about:
        'Cron expressions or short forms (`@daily`, `@reboot`) for starts, or for `start`, `stop` and `restart`. The prefix `CRON_TZ=<zone>` sets a time zone.',
      type: schedules,
      fallback: NO_SCHEDULES,
    },
    ...slotPolicyFields,
    queue: {
      key: 'queue',
      about:
        'Queue for its runs (default: a queue of its own, with one run at a time). Due slots wait in a queue of the settings; a manual start does not.',
      type: nameOf('a queue'),
      fallback: null,
    },
    maxActiveRuns: {
      key: 'max_active_runs',
      about: 'Ignored. The queue limits how many runs are active at the same time.',
      type: integer({ min: 0 }),
      fallback: 1,
    },
    params: {
      key: 'params',
      about: 'Parameters with their defaults, in order, or a JSON Schema.',
      type: parameters,
      fallback: NO_PARAMS,
    },
    env: {
      key: 'env',
      about:
        'Environment variables for all steps. Later entries can use earlier ones, but not parameters and secrets, which come later.',
      type: environment,
      fallback: [],
    },
    dotenv: {
      key: 'dotenv',
      about:
        'Files of environment variables, read when a run starts. Missing files are skipped, later files override earlier ones.',
      type: dotenvFiles,
      fallback: ['.env'],
    },
    secrets: {
      key: 'secrets',
      about: 'Variables with secret values, which are masked everywhere.',
      type: secrets,
      fallback: [],
    },
    preconditions: {
      key: 'preconditions',
      about:
        'Conditions for the run. If one is not met, the run is aborted before its first step; if one cannot be evaluated, the run fails.',
      type: conditions,
      fallback: [],
    },
    runConfig: {
      key: 'run_config',
      about: 'What users cannot change when they start a run manually.',
      type: runConfig,
      fallback: { disableParamEdit: false, disableRunIdEdit: false },
    },
    workingDir: {
      key: 'working_dir',
      about: 'Working directory of the steps (default: the folder of the DAG file).',
      type: optionalText,
      fallback: null,
    },
    shell: {
      key: 'shell',
      about:
        'Shell with its arguments, which ends at the first command that fails (`-e`), as the usual one does; `direct` runs commands without a shell.',
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
      about: 'Write standard output and standard error to separate logs or to one.',
      type: oneOf(['separate', 'merged']),
      fallback: 'separate',
    },
    logOutputEncoding: {
      key: 'log_output_encoding',
      about:
        'Encoding of what the programs of its steps print, such as `windows-1252` or `shift_jis` (default: `utf-8`). Logs and outputs are read by it.',
      type: textEncoding,
      fallback: 'utf-8',
    },
    histRetentionDays: {
      key: 'hist_retention_days',
      about:
        'Days to keep runs; 0 deletes each run when it ends, -1 keeps them forever. The file of a stored DAG decides for all runs that it made.',
      type: retentionDays,
      fallback: 30,
    },
    histRetentionRuns: {
      key: 'hist_retention_runs',
      about:
        'Number of ended runs to keep, the newest. Works together with `hist_retention_days`: a run is deleted when either says so (default: no limit).',
      type: integer({ min: 1, max: 1_000_000 }),
      fallback: null,
    },
    maxActiveSteps: {
      key: 'max_active_steps',
      about: 'Maximum number of steps that run at the same time.',
      type: integer({ min: 1 }),
      fallback: 1,
    },
    timeoutSec: {
      key: 'timeout_sec',
      about:
        'Time limit of a run in seconds; 0 means none. The run fails when it is reached. Time without a running engine or step does not count.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    delaySec: {
      key: 'delay_sec',
      about: 'Seconds to wait after each start of a step.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    maxCleanUpTimeSec: {
      key: 'max_clean_up_time_sec',
      about: 'Seconds that a stopped step has to exit before it is killed.',
      type: integer({ min: 0 }),
      fallback: 5,
    },
    maxOutputSize: {
      key: 'max_output_size',
      about: 'Maximum bytes of one captured output.',
      type: integer({ min: 0 }),
      fallback: 1024 * 1024,
    },
    smtp: {
      key: 'smtp',
      about: 'Mail server of the `mail` steps, and of mails about runs.',
      type: smtpServer,
      fallback: null,
    },
    ...mailRootFields,
    otel: {
      key: 'otel',
      about: 'Collector that gets a trace of each run, by OpenTelemetry.',
      type: otel,
      fallback: null,
    },
    container: {
      key: 'container',
      about:
        'Container in which steps without a `type` run: one that the first of them starts and that ends with the run, or one that runs already.',
      type: container,
      fallback: null,
    },
    registryAuths: {
      key: 'registry_auths',
      about:
        'Registry credentials for pulling images: `username` and `password` for each registry.',
      type: registryAuths,
      fallback: [],
    },
    ssh: {
      key: 'ssh',
      about:
        'Host on which steps without a `type` run, and the default of `ssh` and `sftp` steps; step settings take precedence.',
      type: ssh,
      fallback: null,
    },
    s3: {
      key: 's3',
      about: 'Where the objects of the `s3` steps are; step settings take precedence.',
      type: s3Connection,
      fallback: null,
    },
    llm: {
      key: 'llm',
      about: "Language model of the `chat` steps; a step's own `llm` replaces it entirely.",
      type: llm,
      fallback: null,
    },
    redis: {
      key: 'redis',
      about: 'Redis server of the `redis` steps; step settings take precedence.',
      type: redisConnection,
      fallback: null,
    },
    handlerOn: {
      key: 'handler_on',
      about:
        'Steps that run on events of the run: `init`, `success`, `failure`, `abort`, `wait`, `exit`. After a stop, or when the run reaches its `timeout_sec`, each of them has 60 seconds, unless it has a `timeout_sec` of its own.',
      type: handlers,
      fallback: {},
    },
    steps: { key: 'steps', about: 'Steps of the DAG.', type: steps, fallback: [] },
  },
  unavailable: ['worker_selector'],
  harmless: { worker_selector: 'local' },
  replaced: { precondition: '`preconditions`', dir: '`working_dir`' },
};
