import { queueList, shell, timezone } from '../engine-values.ts';
import { duration, oneOf, path, yesOrNo } from '../values.ts';
import type { ConfigKeyTable } from './entry.ts';

/** Running DAGs, and what the engine remembers. */
export const engineKeys = {
  default_shell: {
    env: 'SVC_DEFAULT_SHELL',
    schema: shell,
    defaultValue: null,
    description: 'Shell for steps without one; empty: `$SHELL`, or `sh`.',
  },
  tz: {
    env: 'SVC_TZ',
    schema: timezone,
    defaultValue: null,
    description:
      'Time zone of steps, of the log, and of schedules without one; empty: from `TZ`, or from the machine.',
  },
  skip_examples: {
    env: 'SVC_SKIP_EXAMPLES',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Do not create example DAGs at the first start.',
  },
  latest_status_today: {
    env: 'SVC_LATEST_STATUS_TODAY',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Show a DAG without a run since midnight (in `tz`) as not started.',
  },
  log_format: {
    env: 'SVC_LOG_FORMAT',
    schema: oneOf('text', 'json'),
    defaultValue: 'text',
    description: 'Format of the engine log.',
  },
  debug: {
    env: 'SVC_DEBUG',
    flag: '--debug',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Log details, and show stack traces of unexpected errors.',
    isLive: true,
  },
  'queues.enabled': {
    env: 'SVC_QUEUE_ENABLED',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Enable queues.',
    isLive: true,
  },
  'queues.config': {
    env: 'SVC_QUEUE_CONFIG',
    schema: queueList,
    defaultValue: [],
    description:
      'Global queues, each with `name` and `max_concurrency`; in the environment `name=2, other=4`.',
    isLive: true,
  },
  cache: {
    env: 'SVC_CACHE',
    schema: oneOf('low', 'normal', 'high'),
    defaultValue: 'normal',
    description: 'Size of the in-memory caches.',
  },
  'monitoring.interval': {
    env: 'SVC_MONITORING_INTERVAL',
    schema: duration({ leastMs: 1000, least: '1s' }),
    defaultValue: 5000,
    defaultText: '5s',
    description: 'Interval of the resource samples (CPU, memory, disk).',
  },
  'monitoring.retention': {
    env: 'SVC_MONITORING_RETENTION',
    schema: duration({ leastMs: 60_000, least: '1m' }),
    defaultValue: 86_400_000,
    defaultText: '24h',
    description: 'How long to keep resource samples.',
    isLive: true,
  },
  'paths.dags_dir': {
    env: 'SVC_DAGS_DIR',
    schema: path,
    defaultValue: null,
    defaultText: '`dags` in the home',
    description: 'Folder of the DAG files.',
    isPath: true,
  },
  'paths.base_config': {
    env: 'SVC_BASE_CONFIG',
    schema: path,
    defaultValue: null,
    defaultText: '`base.yaml` in the home',
    description: 'File with the defaults for all DAGs.',
    isPath: true,
  },
  'paths.log_dir': {
    env: 'SVC_LOG_DIR',
    schema: path,
    defaultValue: null,
    defaultText: '`logs` in the home',
    description: 'Folder of the logs of runs and steps.',
    isPath: true,
  },
  'paths.data_dir': {
    env: 'SVC_DATA_DIR',
    schema: path,
    defaultValue: null,
    defaultText: '`data` in the home',
    description: 'Folder of the database.',
    isPath: true,
  },
} as const satisfies ConfigKeyTable;
