import type { NodeObject, RunDetail, RunSummary } from '#contract/run.ts';
import {
  nodeStatusCodes,
  runStatusCodes,
  type NodeStatus,
  type RunStatus,
} from '#contract/status.ts';
import type { StepObject } from '#contract/step.ts';

export function aStep(name: string, changes: Partial<StepObject> = {}): StepObject {
  return {
    name,
    id: '',
    type: 'shell',
    description: '',
    dir: '',
    command: `./bin/${name}`,
    commands: [],
    args: [],
    script: '',
    shell: [],
    stdout: '',
    stderr: '',
    output: '',
    preconditions: [],
    depends: [],
    run: '',
    params: '',
    repeat_policy: { repeat: false, interval: 0 },
    mail_on_error: false,
    timeoutSec: 0,
    signalOnStop: '',
    env: [],
    continueOn: null,
    retryPolicy: null,
    repeatPolicy: null,
    parallel: null,
    router: null,
    gate: null,
    ...changes,
  };
}

interface NodeSeed {
  readonly depends?: readonly string[];
  readonly status?: NodeStatus;
  /** Seconds after the run began. */
  readonly from?: number;
  readonly to?: number;
  readonly changes?: Partial<NodeObject>;
  readonly step?: Partial<StepObject>;
}

export function aNode(name: string, began: number, seed: NodeSeed = {}): NodeObject {
  const status = seed.status ?? 'not_started';
  return {
    step: aStep(name, { depends: [...(seed.depends ?? [])], ...seed.step }),
    stdout: `/logs/${name}.out`,
    stderr: `/logs/${name}.err`,
    startedAt: seed.from === undefined ? '' : time(began, seed.from),
    finishedAt: seed.to === undefined ? '' : time(began, seed.to),
    status: nodeStatusCodes[status],
    statusLabel: status,
    retryCount: 0,
    doneCount: 0,
    subRuns: [],
    subRunsRepeated: [],
    error: '',
    exitCode: status === 'succeeded' ? 0 : null,
    stage: '',
    dueAt: '',
    attempts: seed.from === undefined ? 0 : 1,
    usage: null,
    ...seed.changes,
  };
}

export function aRun(
  name: string,
  status: RunStatus,
  changes: Partial<RunSummary> = {},
): RunSummary {
  return {
    rootDAGRunName: name,
    rootDAGRunId: changes.dagRunId ?? `run-of-${name}`,
    parentDAGRunName: '',
    parentDAGRunId: '',
    dagRunId: `run-of-${name}`,
    name,
    status: runStatusCodes[status],
    statusLabel: status,
    queuedAt: '',
    plannedAt: '',
    startedAt: '',
    finishedAt: '',
    log: `/logs/${name}.log`,
    params: '{}',
    triggerType: 'manual',
    attemptId: 'attempt-1',
    error: '',
    ...changes,
  };
}

export const ORDERS_RUN = '019a9b2e-7d1c-7cc1-9f02-5be1a77ec41f';

/** The run of the mock-ups: half way, with a failure that it goes on from, and a gate. */
export function ordersRun(now: number): RunDetail {
  const began = now - 751_000;
  const sub = (region: string, status: RunStatus) => ({
    dagRunId: `019a9b2e-sub-${region}`,
    params: `REGION=${region}`,
    name: 'load-region',
    status: runStatusCodes[status],
    statusLabel: status,
    startedAt: status === 'queued' ? '' : time(began, 3),
    finishedAt: status === 'succeeded' ? time(began, 178) : '',
    error: '',
  });
  const node = (name: string, seed: NodeSeed) => aNode(name, began, seed);
  return {
    ...aRun('orders-etl', 'running', {
      dagRunId: ORDERS_RUN,
      startedAt: time(began, 0),
      triggerType: 'scheduler',
      params: '{"DATE":"2026-11-19"}',
    }),
    attempt: 1,
    preconditions: [],
    nodes: [
      node('check-sources', { status: 'succeeded', from: 0, to: 3 }),
      node('extract-orders', {
        depends: ['check-sources'],
        status: 'succeeded',
        from: 3,
        to: 126,
        changes: { retryCount: 1, usage: { cpuMs: 81_400, peakMemoryBytes: 432_013_312 } },
      }),
      node('extract-customers', {
        depends: ['check-sources'],
        status: 'succeeded',
        from: 3,
        to: 51,
        changes: { usage: { cpuMs: 22_900, peakMemoryBytes: 96_468_992 } },
      }),
      node('extract-refunds', {
        depends: ['check-sources'],
        status: 'skipped',
        changes: { error: 'refunds-2026-11-19.csv is empty' },
      }),
      node('load-regions', {
        depends: ['check-sources'],
        status: 'running',
        from: 3,
        step: { run: 'load-region' },
        changes: {
          subRuns: [
            sub('eu-north', 'succeeded'),
            sub('eu-south', 'succeeded'),
            sub('us-east', 'succeeded'),
            sub('us-west', 'running'),
            sub('ap-south', 'running'),
            sub('sa-east', 'queued'),
          ],
        },
      }),
      node('validate-schema', {
        depends: ['extract-orders', 'extract-customers', 'extract-refunds'],
        status: 'succeeded',
        from: 126,
        to: 132,
      }),
      node('stage-orders', {
        depends: ['validate-schema'],
        status: 'succeeded',
        from: 132,
        to: 184,
      }),
      node('stage-customers', {
        depends: ['validate-schema'],
        status: 'succeeded',
        from: 132,
        to: 161,
      }),
      node('enrich-currency', {
        depends: ['stage-orders'],
        status: 'failed',
        from: 184,
        to: 331,
        step: {
          continueOn: {
            failure: true,
            skipped: false,
            exitCode: [],
            output: [],
            markSuccess: false,
          },
        },
        changes: {
          retryCount: 2,
          exitCode: 1,
          error: 'http status code not 2xx: 503',
        },
      }),
      node('score-fraud', {
        depends: ['stage-orders', 'stage-customers'],
        status: 'running',
        from: 184,
      }),
      node('approve-load', {
        depends: ['stage-orders', 'stage-customers'],
        status: 'waiting',
        from: 184,
        step: {
          type: 'hitl',
          gate: { prompt: 'Load 48,213 orders into the mart?', input: [], required: [] },
        },
      }),
      node('load-mart', {
        depends: ['load-regions', 'enrich-currency', 'score-fraud', 'approve-load'],
      }),
      node('refresh-dashboards', { depends: ['load-mart'] }),
      node('notify-finance', { depends: ['load-mart'] }),
    ],
  };
}

/** An earlier run of the same DAG, all through. */
export function earlierRun(
  now: number,
  daysAgo: number,
  status: RunStatus = 'succeeded',
): RunDetail {
  const began = now - daysAgo * 86_400_000;
  const live = ordersRun(now);
  const lengths = [3, 72, 48, 6, 720, 6, 52, 29, 40, 605, 30, 165, 107, 5];
  let at = 0;
  return {
    ...aRun('orders-etl', status, {
      dagRunId: `019a9b2e-day-${daysAgo}`,
      startedAt: time(began, 0),
      finishedAt: time(began, 1000 + daysAgo * 17),
      triggerType: daysAgo % 4 === 0 ? 'manual' : 'scheduler',
      params: '{"DATE":"2026-11-18"}',
      error: status === 'failed' ? 'enrich-currency: exit 1 · http status code not 2xx: 503' : '',
    }),
    attempt: 1,
    preconditions: [],
    nodes: live.nodes.map((node, index) => {
      const from = at;
      at += (lengths[index] ?? 1) / 3;
      const failed = status === 'failed' && index === 8;
      const after = status === 'failed' && index > 10;
      return aNode(node.step.name, began, {
        depends: node.step.depends,
        status: after ? 'not_started' : failed ? 'failed' : 'succeeded',
        ...(after ? {} : { from, to: from + (lengths[index] ?? 1) }),
      });
    }),
  };
}

export function time(began: number, seconds: number): string {
  return new Date(began + seconds * 1000).toISOString();
}
