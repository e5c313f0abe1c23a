import type { DagDetail, DagHead, DagListItem, DagObject, Diagnostic } from '#contract/dag.ts';
import { runStatusCodes, type RunStatus } from '#contract/status.ts';
import { aRun, aStep, ordersRun } from './run-fixtures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface DagSeed {
  readonly group?: string;
  readonly tags?: string;
  readonly cron?: string;
  readonly params?: readonly string[];
  readonly status?: RunStatus;
  /** Milliseconds since the last run began, its length, and until the next one. */
  readonly ago?: number;
  readonly took?: number;
  readonly next?: number;
  readonly error?: string;
  readonly suspended?: boolean;
  readonly broken?: string;
}

export function aDagItem(name: string, now: number, seed: DagSeed = {}): DagListItem {
  const status = seed.status ?? 'not_started';
  const took = seed.took ?? MINUTE;
  const began = now - (seed.ago ?? HOUR);
  const isOpen = ['running', 'waiting', 'queued'].includes(status);
  const never = status === 'not_started';
  const latest = aRun(name, status, {
    dagRunId: never ? '' : `latest-of-${name}`,
    startedAt: never ? '' : new Date(began).toISOString(),
    finishedAt: never || isOpen ? '' : new Date(began + took).toISOString(),
    error: seed.error ?? '',
    triggerType: 'scheduler',
  });
  const dag: DagHead = {
    name,
    group: seed.group ?? '',
    schedule: seed.cron === undefined ? [] : [{ expression: seed.cron }],
    description: '',
    params: [...(seed.params ?? [])],
    defaultParams: (seed.params ?? []).join(' '),
    tags: seed.tags?.split(' ') ?? [],
  };
  return {
    fileName: name,
    dag,
    latestDAGRun: latest,
    suspended: seed.suspended ?? false,
    errors: seed.broken === undefined ? [] : [seed.broken],
    nextRun: seed.next === undefined ? '' : new Date(now + seed.next).toISOString(),
    recentRuns: never ? [] : recentRuns(name, latest, took),
  };
}

function recentRuns(name: string, latest: DagListItem['latestDAGRun'], took: number) {
  const { dagRunId, status, statusLabel, startedAt, finishedAt } = latest;
  const earlier = Array.from({ length: 19 }, (_, index) => {
    const noise = ((name.length * 7 + index * 13) % 10) / 10;
    const label: RunStatus = (name.length + index * 3) % 17 === 0 ? 'failed' : 'succeeded';
    const began = Date.parse(startedAt) - (index + 1) * DAY;
    return {
      dagRunId: `${name}-${index}`,
      status: runStatusCodes[label],
      statusLabel: label,
      startedAt: new Date(began).toISOString(),
      finishedAt: new Date(began + took * (0.5 + noise)).toISOString(),
    };
  });
  return [{ dagRunId, status, statusLabel, startedAt, finishedAt }, ...earlier];
}

/** The table of the mock-ups. */
export function dagTable(now: number): DagListItem[] {
  const models = { group: 'models' };
  const ops = { group: 'operations' };
  const store = { group: 'warehouse' };
  return [
    aDagItem('churn-model', now, {
      ...models,
      tags: 'env=prod team=ml gpu',
      cron: '30 15 * * 3',
      status: 'waiting',
      ago: 18 * HOUR,
      next: 6 * DAY,
    }),
    aDagItem('embeddings-refresh', now, {
      ...models,
      tags: 'env=prod team=ml gpu',
      cron: '0 */6 * * *',
      status: 'running',
      ago: 32 * MINUTE,
      took: 36 * MINUTE,
      next: 2 * HOUR,
    }),
    aDagItem('fraud-backtest', now, {
      ...models,
      tags: 'env=prod team=ml gpu',
      status: 'queued',
      ago: 4 * MINUTE,
      params: ['MODEL=v7', 'DAYS=30'],
    }),
    aDagItem('fraud-features', now, {
      ...models,
      tags: 'env=prod team=ml',
      cron: '15 * * * *',
      status: 'succeeded',
      ago: 30 * MINUTE,
      took: 184_000,
      next: 33 * MINUTE,
    }),
    aDagItem('pricing-model', now, {
      ...models,
      tags: 'env=prod team=ml',
      status: 'rejected',
      ago: 2 * DAY,
      error: 'publish rejected',
    }),
    aDagItem('api-health', now, {
      ...ops,
      tags: 'env=prod critical',
      cron: '*/15 * * * *',
      status: 'succeeded',
      ago: 12 * MINUTE,
      took: 4000,
      next: 3 * MINUTE,
    }),
    aDagItem('cert-renewal', now, {
      ...ops,
      tags: 'env=prod critical',
      cron: '0 3 1 * *',
      status: 'failed',
      ago: 18 * DAY,
      error: 'renew: exited with code 1',
      next: 12 * DAY,
    }),
    aDagItem('crm-sync', now, {
      ...ops,
      tags: 'env=prod team=sales',
      cron: '0 */2 * * *',
      status: 'succeeded',
      ago: 2 * HOUR,
      took: 93_000,
      next: 18 * MINUTE,
    }),
    aDagItem('gdpr-purge', now, {
      ...ops,
      tags: 'env=prod team=legal',
      cron: '0 12 * * 0',
      status: 'succeeded',
      ago: 4 * DAY,
      next: 3 * DAY,
    }),
    aDagItem('log-rotation', now, {
      ...ops,
      tags: 'env=prod host',
      cron: '0 23 * * *',
      status: 'succeeded',
      ago: 11 * HOUR,
      took: 22_000,
      next: 13 * HOUR,
    }),
    aDagItem('scratch', now, {
      group: 'sandbox',
      tags: 'env=dev',
      broken: 'line 4, column 3: unknown key "comand"; did you mean "command"?',
    }),
    aDagItem('currency-rates', now, {
      ...store,
      tags: 'env=prod',
      cron: '0 */4 * * *',
      status: 'partially_succeeded',
      ago: 2 * HOUR,
      took: 38_000,
      next: 2 * HOUR,
    }),
    aDagItem('dbt-marts', now, {
      ...store,
      tags: 'env=prod team=data',
      cron: '0 4 * * 1-5',
      status: 'failed',
      ago: 5 * HOUR,
      error: 'dbt: exited with code 2',
      next: 18 * HOUR,
    }),
    aDagItem('invoices-export', now, {
      ...store,
      tags: 'env=prod team=finance',
      cron: '0 7 * * 1-5',
      status: 'succeeded',
      ago: 2 * HOUR,
      took: 168_000,
      next: 21 * HOUR,
    }),
    {
      ...aDagItem('orders-etl', now, {
        ...store,
        tags: 'env=prod team=data',
        cron: 'CRON_TZ=Europe/Berlin 30 9 * * 1-5',
        params: ['DATE=`date +%F`', 'REGION=all'],
        status: 'running',
        ago: 751_000,
        took: 1084_000,
        next: 21 * HOUR,
      }),
      latestDAGRun: ordersRun(now),
    },
    aDagItem('orders-nightly', now, {
      ...store,
      tags: 'env=prod team=data',
      cron: '30 2 * * *',
      status: 'succeeded',
      ago: 7 * HOUR,
      took: 860_000,
      next: 16 * HOUR,
    }),
    aDagItem('pg-backup', now, {
      ...store,
      tags: 'env=prod critical',
      cron: '0 1 * * *',
      status: 'succeeded',
      ago: 9 * HOUR,
      took: 2466_000,
      next: 15 * HOUR,
    }),
    aDagItem('refunds-backfill', now, { ...store, tags: 'env=prod' }),
    aDagItem('snapshot-compare', now, {
      ...store,
      tags: 'env=prod slow',
      cron: '0 5 * * *',
      status: 'aborted',
      ago: 11 * DAY,
      took: 590_000,
      suspended: true,
    }),
  ];
}

export const ORDERS_SPEC = `# Pulls the day's orders, checks them, loads the mart.
name: orders-etl
group: warehouse
tags: env=prod team=data
type: graph
schedule: "CRON_TZ=Europe/Berlin 30 9 * * 1-5"
catchup_window: 6h
max_active_steps: 4
params:
  - DATE: \`date +%F\`
  - REGION: all
steps:
  - name: check-sources
    command: ./bin/check-sources --date "\${DATE}"
  - name: extract-orders
    command: python -m extract orders --since "\${DATE}"
    depends: check-sources
    retry_policy: {limit: 3, interval_sec: 30, backoff: true}
  - name: enrich-currency
    type: http
    command: GET https://rates.internal/v2/latest
    depends: stage-orders
    continueOn: {failure: true}
    retry_policy: {limit: 2, interval_sec: 30}
  - name: load-regions
    call: load-region
    parallel: {items: "\${REGIONS}", max_concurrent: 2}
    depends: check-sources
`;

/** What the loader would say of the texts that the tests write. */
export function diagnose(spec: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [index, line] of spec.split('\n').entries()) {
    for (const [wrong, right] of [
      ['continueOn', 'continue_on'],
      ['comand', 'command'],
    ] as const) {
      const at = line.indexOf(wrong);
      if (at < 0) continue;
      found.push({
        severity: 'error',
        message: `Unknown key \`${wrong}\`: did you mean \`${right}\`?`,
        line: index + 1,
        column: at + 1,
        endLine: index + 1,
        endColumn: at + 1 + wrong.length,
        suggestion: right,
      });
    }
    const variable = line.indexOf('${REGIONS}');
    if (variable < 0) continue;
    found.push({
      severity: 'warning',
      code: 'unknown-variable',
      message: 'Step load-regions: ${REGIONS} is not a parameter, an env or an output.',
      line: index + 1,
      column: variable + 1,
      endLine: index + 1,
      endColumn: variable + 11,
    });
  }
  return found;
}

/** The definition behind the graph: all steps of the mock-up, and those that a test adds to the text. */
export function readDag(item: DagListItem, spec: string, now: number): DagObject {
  const written = [...spec.matchAll(/- name: (\S+)/g)].map((match) => match[1] ?? '');
  const known = item.dag.name === 'orders-etl' ? ordersRun(now).nodes.map((node) => node.step) : [];
  const names = new Set(known.map((step) => step.name));
  const types: Record<string, string> = {
    'enrich-currency': 'http',
    'load-mart': 'sql',
    'notify-finance': 'mail',
    'extract-refunds': 'sftp',
  };
  return {
    ...item.dag,
    params: item.dag.params.map((param) => param.replace(/=.*$/s, '')),
    paramDefaults: item.dag.params,
    paramHelp: item.dag.params.map((param) =>
      param.startsWith('DATE=') ? 'The day that is loaded' : '',
    ),
    type: 'graph',
    stopSchedule: [],
    restartSchedule: [],
    skipIfSuccessful: false,
    restartWaitSec: 0,
    catchupWindow: '',
    overlapPolicy: 'skip',
    jitterSec: Number(/^jitter_sec: (\d+)/m.exec(spec)?.[1] ?? 0),
    queue: '',
    env: [],
    workingDir: '',
    shell: [],
    log_dir: '',
    log_output: 'separate',
    handler_on: {},
    steps: [
      ...known.map((step) => ({ ...step, type: types[step.name] ?? 'shell' })),
      ...written.filter((name) => !names.has(name)).map((name) => aStep(name)),
    ],
    delay: 0,
    timeoutSec: 0,
    maxCleanUpTimeSec: 5,
    maxOutputSize: 1_048_576,
    hist_retention_days: 30,
    hist_retention_runs: null,
    preconditions: [],
    dotenv: [],
    secrets: [],
    runConfig: { disableParamEdit: item.dag.name === 'fraud-backtest', disableRunIdEdit: false },
    max_active_runs: 1,
    max_active_steps: 4,
  };
}

/** What the engine knows of one DAG. */
export function aDagDetail(name: string, changes: Partial<DagObject> = {}): DagDetail {
  const item = aDagItem(name, 0);
  return {
    fileName: name,
    filePath: `/dags/${name}.yaml`,
    dag: { ...readDag(item, 'steps: []', 0), ...changes },
    localDags: [],
    latestDAGRun: item.latestDAGRun,
    suspended: false,
    errors: [],
    nextRuns: [],
  };
}
