import type { ChatMessage } from '#contract/messages.ts';
import type { NodeAttempt, RunDetail, StepVariable, SubRun } from '#contract/run.ts';
import { runStatusCodes, type RunStatus } from '#contract/status.ts';
import { aNode, aRun, time } from './run-fixtures.ts';

export const RELEASE_RUN = '019a9b2e-7d1c-7cc1-9f02-00000release';
export const ENDED_RUN = '019a9b2e-7d1c-7cc1-9f02-000000ended';
export const UNMET_RUN = '019a9b2e-7d1c-7cc1-9f02-000000unmet';
export const WAITING_SUB_RUN = 'sub-region-0007';

function aSubRun(index: number, status: RunStatus, began: number): SubRun {
  const number = String(index).padStart(4, '0');
  const hasRun = status !== 'not_started';
  const isOpen = ['running', 'waiting', 'queued', 'not_started'].includes(status);
  return {
    dagRunId: hasRun ? `sub-region-${number}` : '',
    params: `REGION=region-${number}`,
    name: 'deploy-region',
    status: runStatusCodes[status],
    statusLabel: status,
    startedAt: hasRun ? time(began, index / 10) : '',
    finishedAt: isOpen ? '' : time(began, index / 10 + 42),
    error: status === 'failed' ? 'probe: exit 1 · health check timed out' : '',
  };
}

const regionStatus: Readonly<Record<number, RunStatus>> = {
  3: 'failed',
  7: 'waiting',
  640: 'running',
  641: 'running',
};

/** A run that uses the whole language, half way: gates, calls, a router, pauses, rounds, handlers. */
export function releaseRun(now: number): RunDetail {
  const began = now - 300_000;
  const node = (name: string, seed: Parameters<typeof aNode>[2]) => aNode(name, began, seed);
  const regions = Array.from({ length: 1000 }, (_, index) =>
    aSubRun(index, regionStatus[index] ?? (index < 640 ? 'succeeded' : 'not_started'), began),
  );
  return {
    ...aRun('release-train', 'running', {
      dagRunId: RELEASE_RUN,
      startedAt: time(began, 0),
      params: '{"VERSION":"2026.47"}',
    }),
    attempt: 2,
    preconditions: [{ condition: '`date +%u`', expected: 're:[1-5]', negate: false, error: '' }],
    onInit: node('init', { status: 'succeeded', from: 0, to: 1 }),
    onExit: node('exit', {}),
    onWait: node('wait', { status: 'succeeded', from: 30, to: 31 }),
    nodes: [
      node('pick-channel', {
        status: 'succeeded',
        from: 1,
        to: 1,
        step: {
          type: 'router',
          router: {
            value: '${CHANNEL}',
            routes: [
              { pattern: 'stable', targets: ['legal', 'money'] },
              { pattern: 're:^(alpha|beta)', targets: ['canary'] },
            ],
          },
        },
      }),
      node('legal', {
        depends: ['pick-channel'],
        status: 'waiting',
        from: 20,
        step: {
          type: 'hitl',
          gate: {
            prompt: 'May version 2026.47 be published in all 1,000 regions?',
            input: ['TICKET', 'COMMENT'],
            required: ['TICKET'],
          },
        },
      }),
      node('money', {
        depends: ['pick-channel'],
        status: 'waiting',
        from: 20,
        step: { type: 'hitl', gate: { prompt: 'Is the budget there?', input: [], required: [] } },
      }),
      node('canary', {
        depends: ['pick-channel'],
        status: 'skipped',
        changes: { error: 'pick-channel chose another route' },
        step: { continueOn: { ...nothing, skipped: true } },
      }),
      node('freeze', {
        depends: ['pick-channel'],
        status: 'succeeded',
        from: 2,
        to: 19,
        step: { type: 'hitl', gate: { prompt: 'Freeze?', input: ['UNTIL'], required: [] } },
        changes: {
          approvedAt: time(began, 19),
          approvedBy: 'local',
          approvalInputs: { UNTIL: '2026-11-22' },
        },
      }),
      node('deploy-regions', {
        depends: ['freeze'],
        status: 'running',
        from: 20,
        step: {
          run: 'deploy-region',
          parallel: { items: [], variable: '${REGIONS}', maxConcurrent: 8 },
        },
        changes: {
          subRuns: regions,
          subRunsRepeated: [aSubRun(2001, 'succeeded', began), aSubRun(2002, 'failed', began)],
        },
      }),
      node('upload-symbols', {
        depends: ['freeze'],
        status: 'running',
        from: 20,
        step: {
          retryPolicy: { limit: 5, exitCode: [], intervalSec: 30, backoff: 2, maxIntervalSec: 0 },
        },
        changes: {
          retryCount: 2,
          attempts: 3,
          exitCode: 1,
          stage: 'pausing',
          dueAt: new Date(now + 12_400).toISOString(),
        },
      }),
      node('watch-error-rate', {
        depends: ['freeze'],
        status: 'running',
        from: 20,
        step: {
          repeatPolicy: {
            repeat: 'until',
            condition: '${RATE}',
            expected: '0',
            exitCode: [],
            limit: 10,
            intervalSec: 60,
            backoff: 1,
            maxIntervalSec: 0,
          },
        },
        changes: { doneCount: 3, attempts: 4, stage: 'executing' },
      }),
      node('a-step-with-a-name-that-is-much-longer-than-any-pane-is-wide', {
        depends: ['freeze'],
        status: 'failed',
        from: 20,
        to: 22,
        step: { continueOn: { ...nothing, exitCode: [3] } },
        changes: { exitCode: 3, error: 'exit status 3\nrecent stderr (tail):\nmirror is behind' },
      }),
      node('publish', { depends: ['legal', 'money', 'deploy-regions'] }),
    ],
  };
}

const nothing = { failure: false, skipped: false, exitCode: [], output: [], markSuccess: false };

/** The sub-run that waits at its own gate. */
export function waitingSubRun(now: number): RunDetail {
  const began = now - 200_000;
  return {
    ...aRun('deploy-region', 'waiting', {
      dagRunId: WAITING_SUB_RUN,
      rootDAGRunName: 'release-train',
      rootDAGRunId: RELEASE_RUN,
      parentDAGRunName: 'release-train',
      parentDAGRunId: RELEASE_RUN,
      startedAt: time(began, 0),
      triggerType: 'subdag',
      params: '{"REGION":"region-0007"}',
    }),
    attempt: 1,
    preconditions: [],
    nodes: [
      aNode('drain', began, { status: 'succeeded', from: 0, to: 12 }),
      aNode('confirm', began, {
        depends: ['drain'],
        status: 'waiting',
        from: 12,
        step: {
          type: 'hitl',
          gate: { prompt: 'Switch the traffic of region-0007?', input: [], required: [] },
        },
      }),
      aNode('switch', began, { depends: ['confirm'] }),
    ],
  };
}

/** A run that ended with a failure which held up one branch and not the other. */
export function endedRun(now: number): RunDetail {
  const began = now - 3_600_000;
  const node = (name: string, seed: Parameters<typeof aNode>[2]) => aNode(name, began, seed);
  return {
    ...aRun('release-train', 'failed', {
      dagRunId: ENDED_RUN,
      startedAt: time(began, 0),
      finishedAt: time(began, 120),
      params: '{"VERSION":"2026.47"}',
    }),
    attempt: 1,
    preconditions: [],
    mails: [
      {
        event: 'failure',
        step: '',
        createdAt: time(began, 120),
        sentAt: '',
        dueAt: '',
        to: ['ops@example.org'],
        error: 'mail.example.org:587: connect ECONNREFUSED 192.0.2.7:587',
      },
    ],
    onFailure: node('failure', { status: 'succeeded', from: 118, to: 120 }),
    nodes: [
      node('lint', {
        status: 'failed',
        from: 0,
        to: 4,
        step: { continueOn: { ...nothing, failure: true } },
        changes: { exitCode: 1, error: 'exit status 1\nrecent stderr (tail):\n3 problems' },
      }),
      node('flaky-check', {
        depends: ['lint'],
        status: 'succeeded',
        from: 4,
        to: 6,
        step: { continueOn: { ...nothing, failure: true, markSuccess: true } },
        changes: { exitCode: 2, error: 'exit status 2' },
      }),
      node('build', {
        depends: ['lint'],
        status: 'failed',
        from: 4,
        to: 118,
        changes: {
          exitCode: 2,
          attempts: 3,
          retryCount: 2,
          error: 'exit status 2\nrecent stderr (tail):\nld: symbol not found: _main',
        },
        step: {
          retryPolicy: { limit: 2, exitCode: [2], intervalSec: 10, backoff: 1, maxIntervalSec: 0 },
        },
      }),
      node('publish', {
        depends: ['build'],
        status: 'aborted',
        changes: { error: 'upstream failed' },
      }),
      node('decide', {
        status: 'rejected',
        from: 0,
        to: 30,
        step: { type: 'hitl', gate: { prompt: 'Go?', input: [], required: [] } },
        changes: {
          rejectedAt: time(began, 30),
          rejectedBy: 'local',
          rejectionReason: 'Not before the holidays.',
        },
      }),
    ],
  };
}

/** A run whose precondition was not met: nothing began. */
export function unmetRun(now: number): RunDetail {
  const began = now - 7_200_000;
  return {
    ...aRun('release-train', 'aborted', {
      dagRunId: UNMET_RUN,
      startedAt: time(began, 0),
      finishedAt: time(began, 1),
    }),
    attempt: 1,
    preconditions: [
      {
        condition: '`date +%u`',
        expected: 're:[1-5]',
        negate: false,
        error: 'condition was not met: expected "re:[1-5]", got "6"',
      },
      { condition: 'true', expected: '', negate: false, error: 'other condition was not met' },
    ],
    nodes: [aNode('build', began)],
  };
}

export function attemptsOf(now: number): NodeAttempt[] {
  const began = now - 3_596_000;
  return [
    { number: 1, cause: 'first', startedAt: time(began, 0), finishedAt: time(began, 21) },
    { number: 2, cause: 'retry', startedAt: time(began, 31), finishedAt: time(began, 60) },
    { number: 3, cause: 'retry', startedAt: time(began, 70), finishedAt: time(began, 114) },
  ].map((attempt) => ({ ...attempt, exitCode: 2 })) as NodeAttempt[];
}

export const variables: StepVariable[] = [
  { name: 'PATH', value: '/usr/local/bin:/usr/bin:/bin', source: 'system', from: '' },
  { name: 'VERSION', value: '2026.47', source: 'param', from: '' },
  { name: 'SIGNING_KEY', value: '*******', source: 'secret', from: '' },
  { name: 'ROW_COUNT', value: '48213', source: 'output', from: 'extract' },
  {
    name: 'LICENCE_TEXT',
    value: 'one line that is long '.repeat(12),
    source: 'dotenv',
    from: '.env.release',
  },
];

/** Of a step that asks a model, which runs a DAG. */
export const conversation: ChatMessage[] = [
  { role: 'system', content: 'You write for people who use the app. Answer in one paragraph.' },
  { role: 'user', content: 'What is new in 2026.47?' },
  {
    role: 'assistant',
    content: 'Let me look at what was merged.',
    toolCalls: [{ id: 'call-1', name: 'merged-changes', arguments: '{"SINCE":"2026.46"}' }],
  },
  {
    role: 'tool',
    toolCallId: 'call-1',
    content:
      '{"status":"succeeded","outputs":{"CHANGES":"#812 faster start\\n#815 dark charts\\n#820 imports from crontab"}}',
  },
  {
    role: 'assistant',
    content:
      'Version 2026.47 starts twice as fast, draws its charts in dark colors at night, and takes over the lines of your crontab.\n\nNothing that you use goes away.',
  },
];

export const RELEASE_SPEC = `name: release-train
type: graph
steps:
  - name: build
    command: make
`;
