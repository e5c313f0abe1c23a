import { queueList, shell, timezone } from '../engine-values.ts';
import { duration, oneOf, path, yesOrNo } from '../values.ts';
import type { ConfigKeyTable } from './entry.ts';

/** Running DAGs, and what the engine remembers. */
export const engineKeys = {
  default_shell: {
    env: 'SVC_DEFAULT_SHELL',
    schema: shell,
    defaultValue: null,
    description: 'Shell for steps that name none; empty: `$SHELL`, else `sh`.',
  },
  tz: {
    env: 'SVC_TZ',
    schema: timezone,
    defaultValue: null,
    description:
      'Time zone of schedules without one of their own, of the log and of steps; empty: that of `TZ`, else of the machine.',
  },
  skip_examples: {
    env: 'SVC_SKIP_EXAMPLES',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Create no example DAGs at the first start.',
  },
  latest_status_today: {
    env: 'SVC_LATEST_STATUS_TODAY',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Show a DAG whose newest run began before today (in `tz`) as one that never ran.',
  },
  log_format: {
    env: 'SVC_LOG_FORMAT',
    schema: oneOf('text', 'json'),
    defaultValue: 'text',
    description: 'How the log of the engine is written.',
  },
  debug: {
    env: 'SVC_DEBUG',
    flag: '--debug',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Log in detail, and show the stack of unexpected errors.',
    isLive: true,
  },
  'queues.enabled': {
    env: 'SVC_QUEUE_ENABLED',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Whether runs can be queued.',
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
    description: 'How much is kept in memory to answer faster.',
  },
  'monitoring.interval': {
    env: 'SVC_MONITORING_INTERVAL',
    schema: duration({ leastMs: 1000, least: '1s' }),
    defaultValue: 5000,
    defaultText: '5s',
    description: 'How often the processors, the memory and the disk are looked at.',
  },
  'monitoring.retention': {
    env: 'SVC_MONITORING_RETENTION',
    schema: duration({ leastMs: 60_000, least: '1m' }),
    defaultValue: 86_400_000,
    defaultText: '24h',
    description: 'How long it is remembered what they were used for.',
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
    description: 'File of what all DAGs have in common.',
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
