import { z } from 'zod';
import {
  duration,
  folder,
  loopbackHost,
  port,
  queueList,
  shell,
  timezone,
  yesOrNo,
} from './values.ts';

interface ConfigKeyEntry {
  readonly env: string;
  readonly schema: z.ZodType;
  /** For folders: null, which is their place below the home. */
  readonly defaultValue: unknown;
  readonly description: string;
}

/** Every key of config.yaml; a dot stands for nesting. A new key needs one entry here and its field in `Config`. */
export const configKeys = {
  host: {
    env: 'SVC_HOST',
    schema: loopbackHost,
    defaultValue: '127.0.0.1',
    description: 'Address on which REST and the browser interface are served.',
  },
  port: {
    env: 'SVC_PORT',
    schema: port,
    defaultValue: 8080,
    description: 'Port of REST and the browser interface; 0 takes any free one.',
  },
  default_shell: {
    env: 'SVC_DEFAULT_SHELL',
    schema: shell,
    defaultValue: null,
    description: 'Shell for steps that name none; empty: $SHELL, else sh.',
  },
  tz: {
    env: 'SVC_TZ',
    schema: timezone,
    defaultValue: null,
    description: 'Time zone of schedules without one of their own; empty: the zone of the system.',
  },
  skip_examples: {
    env: 'SVC_SKIP_EXAMPLES',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Create no example DAGs at the first start.',
  },
  log_format: {
    env: 'SVC_LOG_FORMAT',
    schema: z.enum(['text', 'json'], 'must be text or json'),
    defaultValue: 'text',
    description: 'How the log of the engine is written: text or json.',
  },
  debug: {
    env: 'SVC_DEBUG',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Log in detail, and show the stack of unexpected errors.',
  },
  'queues.enabled': {
    env: 'SVC_QUEUE_ENABLED',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Whether runs can be queued.',
  },
  'queues.config': {
    env: 'SVC_QUEUE_CONFIG',
    schema: queueList,
    defaultValue: [],
    description:
      'Global queues, each with `name` and `max_concurrency`; in the environment `name=2, other=4`.',
  },
  cache: {
    env: 'SVC_CACHE',
    schema: z.enum(['low', 'normal', 'high'], 'must be low, normal or high'),
    defaultValue: 'normal',
    description: 'How much is kept in memory to answer faster: low, normal or high.',
  },
  metrics: {
    env: 'SVC_SERVER_METRICS',
    schema: z.enum(['private', 'public'], 'must be private or public'),
    defaultValue: 'private',
    description:
      'Who may read the metrics: who may read the rest as well (private), or anybody (public).',
  },
  'monitoring.interval': {
    env: 'SVC_MONITORING_INTERVAL',
    schema: duration({ leastMs: 1000, least: '1s' }),
    defaultValue: 5000,
    description: 'How often the processors, the memory and the disk are looked at.',
  },
  'monitoring.retention': {
    env: 'SVC_MONITORING_RETENTION',
    schema: duration({ leastMs: 60_000, least: '1m' }),
    defaultValue: 86_400_000,
    description: 'How long it is remembered what they were used for.',
  },
  'paths.dags_dir': {
    env: 'SVC_DAGS_DIR',
    schema: folder,
    defaultValue: null,
    description: 'Folder of the DAG files.',
  },
  'paths.base_config': {
    env: 'SVC_BASE_CONFIG',
    schema: folder,
    defaultValue: null,
    description: 'File of what all DAGs have in common.',
  },
  'paths.log_dir': {
    env: 'SVC_LOG_DIR',
    schema: folder,
    defaultValue: null,
    description: 'Folder of the logs of runs and steps.',
  },
  'paths.data_dir': {
    env: 'SVC_DATA_DIR',
    schema: folder,
    defaultValue: null,
    description: 'Folder of the database.',
  },
} as const satisfies Record<string, ConfigKeyEntry>;

export type ConfigKey = keyof typeof configKeys;

/** What the sources set: the values of the keys that appear in one of them. */
export type ConfigValues = {
  readonly [K in ConfigKey]?: z.output<(typeof configKeys)[K]['schema']>;
};

// Object.keys forgets its keys' type; this object is closed.
export const configKeyNames = Object.keys(configKeys) as ConfigKey[];

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(configKeys, key);
}
