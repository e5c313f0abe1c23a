import { describe, expect, it } from 'vitest';
import type { RunMail } from '#contract/run.ts';
import type { StepObject } from '#contract/step.ts';
import { formatAttempt, pauseWords } from '../../../renderer/features/runs/format-attempt.ts';
import { runCommands, type RunActs } from '../../../renderer/features/runs/run-commands.ts';
import { withEvent, withSubRuns } from '../../../renderer/features/runs/run-events.ts';
import { findNode, runNodes } from '../../../renderer/features/runs/run-nodes.ts';
import { nodeReason, openWaits, runReason } from '../../../renderer/features/runs/format-run.ts';
import { formatMails } from '../../../renderer/features/runs/format-mails.ts';
import { placeWords } from '../../../renderer/features/runs/format-place.ts';
import { stepFacts, toldFacts } from '../../../renderer/features/runs/step-facts.ts';
import { formatWentOn } from '../../../renderer/features/runs/format-went-on.ts';
import { endedRun, releaseRun, unmetRun } from '../support/language-fixtures.ts';
import { aNode, aRun, aStep } from '../support/run-fixtures.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const pause = { intervalSec: 30, backoff: 1, maxIntervalSec: 0 };
const retryPolicy = { limit: 5, exitCode: [], ...pause };
const repeatPolicy: StepObject['repeatPolicy'] = {
  repeat: 'until',
  condition: '',
  expected: '',
  exitCode: [],
  limit: 0,
  ...pause,
};

describe('what a gate asks', () => {
  const step = { gate: { prompt: 'Send ${WHAT}?', input: [], required: [] } };

  it('is shown with its values once it has asked, and as it is written before', () => {
    const node = aNode('gate', now, { status: 'waiting', step });

    expect(nodeReason({ ...node, prompt: 'Send 300?' })).toBe('Send 300?');
    expect(nodeReason(node)).toBe('Send ${WHAT}?');
  });
});

describe('attempts and rounds', () => {
  const pausing = { stage: 'pausing', dueAt: new Date(now + 12_000).toISOString() } as const;
  it.each([
    [{ retryPolicy }, { retryCount: 2, exitCode: 1 }, 'attempt 3 of 6 in 12s'],
    [
      { retryPolicy: { ...retryPolicy, limit: '${TIMES}' } },
      { retryCount: 2, exitCode: 1 },
      'attempt 3 in 12s',
    ],
    [{ repeatPolicy }, { doneCount: 4, exitCode: 0 }, 'round 5 in 12s'],
    [
      { repeatPolicy: { ...repeatPolicy, limit: 9 }, retryPolicy },
      { doneCount: 4, exitCode: 0 },
      'round 5 of 9 in 12s',
    ],
    [{ repeatPolicy, retryPolicy }, { retryCount: 1, exitCode: 1 }, 'attempt 2 of 6 in 12s'],
  ])('are told while a step pauses: %j %j', (step, changes, words) => {
    const node = aNode('a', now, { status: 'running', step, changes: { ...changes, ...pausing } });

    expect(pauseWords(node, now)).toBe(words);
    expect(nodeReason(node, now)).toBe(words);
  });

  it('are not told of a step that ran once', () => {
    expect(formatAttempt(aNode('a', now, { changes: { doneCount: 1 } }))).toBe('');
  });
});

describe('what a step tells', () => {
  it('has its label and its unit, and what is new here the name that its type gives it', () => {
    const facts = ['status=200', 'bytes=1536', 'left out=PATH', 'shards=3'].map((fact) => {
      const [name = '', value = ''] = fact.split('=');
      return { name, value };
    });

    expect(toldFacts(aNode('a', now, { changes: { facts } }))).toEqual([
      ['Status code', '200'],
      ['Transferred', '1.5 KB'],
      ['Parameters left out', 'PATH'],
      ['shards', '3'],
    ]);
    expect(toldFacts(aNode('a', now))).toEqual([]);
  });
});

describe('a step that has not begun', () => {
  const run = (maxActiveSteps: number | undefined, first: 'running' | 'succeeded' | 'waiting') => ({
    ...endedRun(now),
    statusLabel: 'running' as const,
    ...(maxActiveSteps === undefined ? {} : { maxActiveSteps }),
    nodes: [
      aNode('first', now, { status: first }),
      aNode('ready', now, {}),
      aNode('later', now, { step: { depends: ['first'] } }),
    ],
  });

  it('waits for a place where as many steps run as may, and nothing else holds it up', () => {
    expect([...placeWords(run(1, 'running'))]).toEqual([
      ['ready', 'waiting for a running step to end (max_active_steps 1)'],
    ]);
  });

  it.each([
    [2, 'running'],
    [1, 'waiting'],
    [undefined, 'running'],
  ] as const)('is about to begin where %j steps may run, and one is %s', (most, first) => {
    expect([...placeWords(run(most, first))]).toEqual([]);
  });

  it('waits for nothing in a run that has ended', () => {
    const over = { ...run(1, 'running'), statusLabel: 'failed' as const };
    expect([...placeWords(over)]).toEqual([]);
  });
});

describe('why a run goes on', () => {
  const run = { ...endedRun(now), nodes: [] };
  const none = { failure: false, skipped: false, exitCode: [], output: [], markSuccess: false };
  it.each([
    [{ failure: true }, 1, 'Run continued: continue_on.failure'],
    [{ exitCode: [3, 4] }, 3, 'Run continued: continue_on.exit_code includes 3'],
    [{ exitCode: [3, 4] }, 1, ''],
    [{ output: ['known problem'] }, 1, ''],
    [{}, 1, ''],
  ])('names the clause of %j for exit %i', (clause, exitCode, words) => {
    const node = aNode('a', now, {
      status: 'failed',
      step: { continueOn: { ...none, ...clause } },
      changes: { exitCode },
    });

    expect(formatWentOn(node, run)).toBe(words);
  });

  it('says of a skipped step that those after it still run', () => {
    const continueOn = { ...none, skipped: true };
    const node = aNode('a', now, { status: 'skipped', step: { continueOn } });

    expect(formatWentOn(node, run)).toBe('Later steps still run: continue_on.skipped');
  });

  it('takes a match of the output from the steps that followed', () => {
    const node = aNode('a', now, {
      status: 'failed',
      step: { continueOn: { ...none, output: ['known'] } },
    });
    const next = aNode('b', now, { depends: ['a'], status: 'succeeded', from: 1, to: 2 });

    expect(formatWentOn(node, { ...run, nodes: [node, next] })).toContain('continue_on.output');
  });
});

describe('the reason of a run', () => {
  it('names the precondition that was not met, and not its siblings', () => {
    expect(runReason(unmetRun(now))).toBe(
      'Precondition `date +%u`: condition was not met: expected "re:[1-5]", got "6"',
    );
  });

  it('names the failure that ended it, not the one that it went on from', () => {
    expect(runReason(endedRun(now))).toBe('build: exit 2 · ld: symbol not found: _main');
  });

  it('names what failed of a run that succeeded in part', () => {
    const run = { ...endedRun(now), ...aRun('a', 'partially_succeeded') };
    expect(runReason(run)).toBe('lint, build failed, the run continued');
  });

  it('falls back to a handler that failed', () => {
    const exit = aNode('exit', now, { status: 'failed', changes: { exitCode: 9 } });
    expect(runReason({ ...unmetRun(now), preconditions: [], onExit: exit })).toBe('onExit: exit 9');
  });

  it('finds each gate, and each sub-run that waits', () => {
    const waits = openWaits(releaseRun(now)).map(({ step, subRun }) => [step, subRun?.dagRunId]);
    expect(waits).toEqual([
      ['legal', undefined],
      ['money', undefined],
      ['deploy-regions', 'sub-region-0007'],
    ]);
  });
});

describe('the nodes of a run', () => {
  it('end with the handlers in the order of a run, the same one once', () => {
    const abort = aNode('abort', now);
    const run = { ...releaseRun(now), onAbort: abort, onCancel: abort };
    const keys = runNodes(run).map((one) => one.key);
    expect(keys.slice(-4)).toEqual(['onInit', 'onAbort', 'onWait', 'onExit']);
  });
});

describe('events of a run', () => {
  const run = releaseRun(now);
  const place = { name: run.name, dagRunId: run.dagRunId };

  it('change the step that they name', () => {
    const node = aNode('money', now, { status: 'succeeded' });
    const next = withEvent(run, { type: 'node.changed', ...place, index: 2, node });
    expect(next?.nodes[2]).toBe(node);
  });

  it('ask for the run again when they tell of a node that is no step of it, such as a handler', () => {
    const node = aNode('exit', now, { status: 'running' });
    expect(withEvent(run, { type: 'node.changed', ...place, index: 10, node })).toBeUndefined();
  });

  it('bring warnings that were found after the start, and keep those that are known', () => {
    const event = (warnings?: string[]) =>
      ({ type: 'run.changed', run: { ...run, ...(warnings && { warnings }) } }) as const;
    const warned = withEvent(run, event(['short']));

    expect(warned?.warnings).toEqual(['short']);
    expect(warned && withEvent(warned, event())?.warnings).toEqual(['short']);
  });

  it('are not its own when another run has them', () => {
    const node = aNode('money', now);
    const other = { name: run.name, dagRunId: 'other' };
    expect(withEvent(run, { type: 'node.changed', ...other, index: 2, node })).toBe(run);
  });

  it('bring sub-runs up to date and leave the other steps the same objects', () => {
    const changed = aRun('deploy-region', 'failed', { dagRunId: 'sub-region-0640', error: 'no' });
    const next = withSubRuns(run, [changed]);

    expect(next?.nodes[5]?.subRuns[640]).toMatchObject({ statusLabel: 'failed', error: 'no' });
    expect(next?.nodes[4]).toBe(run.nodes[4]);
    expect(next?.nodes[5]?.subRuns[639]).toBe(run.nodes[5]?.subRuns[639]);
  });

  it('ask for the run again when a sub-run is new to it', () => {
    const fresh = aRun('deploy-region', 'running', { dagRunId: 'fresh' });
    expect(withSubRuns(run, [fresh])).toBeUndefined();
  });
});

describe('the commands of a run', () => {
  const acts: RunActs = {
    stop: () => undefined,
    retry: () => undefined,
    reschedule: () => undefined,
    mark: () => undefined,
    copyId: () => undefined,
    refusal: () => undefined,
  };
  const labels = (run: ReturnType<typeof endedRun>, step: string) =>
    runCommands(run, findNode(run, step), acts)
      .run.filter((command) => !command.isDisabled)
      .map((command) => command.label);

  it('are all there once it has ended', () => {
    expect(labels(endedRun(now), 'build')).toEqual([
      'Retry',
      'Run again',
      'Retry step',
      'Mark step succeeded',
      'Copy run ID',
    ]);
  });

  it('are few while it is active, and fewer for a sub-run and a handler', () => {
    const sub = { ...endedRun(now), parentDAGRunId: 'parent' };
    expect(labels(releaseRun(now), 'legal')).toEqual(['Run again', 'Copy run ID']);
    expect(labels(sub, 'build')).toEqual(['Mark step succeeded', 'Copy run ID']);
    expect(labels(endedRun(now), 'onFailure')).toEqual(['Retry', 'Run again', 'Copy run ID']);
  });
});

describe('what the definition says of a step', () => {
  it('is told in words, and what it leaves out is left out', () => {
    const step = aStep('a', {
      command: 'make',
      timeoutSec: 90,
      retryPolicy: { ...retryPolicy, backoff: 2, maxIntervalSec: 600, exitCode: [7] },
      repeatPolicy: { ...repeatPolicy, condition: '$X', expected: 'done', limit: 3 },
      preconditions: [{ condition: 'test -f a', expected: '', negate: true }],
      parallel: { items: ['a', 'b'], variable: '', maxConcurrent: 2 },
    });

    expect(stepFacts(step)).toEqual([
      ['Type', 'shell'],
      ['Command', 'make'],
      ['Items', '2 items, 2 at a time'],
      ['Preconditions', 'not test -f a'],
      ['Timeout', '1m 30s'],
      ['Retry', '5 times for exit 7, after 30s, each 2 times as long, at most 10m 00s'],
      ['Repeat', 'until $X is done, after 30s, at most 3 rounds'],
    ]);
  });

  it('names references that only the engine can look up, and all that a repetition asks', () => {
    const step = aStep('a', {
      command: 'make',
      retryPolicy: { ...retryPolicy, limit: '${TIMES}', intervalSec: '$WAIT' },
      repeatPolicy: { ...repeatPolicy, condition: 'test -f a', exitCode: [7] },
    });

    expect(stepFacts(step).slice(2)).toEqual([
      ['Retry', '${TIMES} times, after $WAIT seconds'],
      ['Repeat', 'until test -f a and exit 7, after 30s'],
    ]);
  });
});

describe('the mails about a run', () => {
  const mail = (changes: Partial<RunMail> = {}): RunMail => ({
    event: 'failure',
    step: '',
    createdAt: '2026-11-19T11:59:00Z',
    sentAt: '2026-11-19T11:59:01Z',
    dueAt: '',
    to: ['ops@example.org'],
    error: '',
    ...changes,
  });
  const lost = mail({ event: 'step', step: 'load', sentAt: '', error: 'connect ECONNREFUSED' });

  it.each([
    [[], undefined],
    [[mail()], 'sent to ops@example.org'],
    [[mail({ sentAt: '', dueAt: 'soon' })], 'sending'],
    [[mail({ sentAt: '', dueAt: 'soon', error: 'no route' })], 'not sent yet, retrying: no route'],
    [[mail(), lost], 'not sent: connect ECONNREFUSED (one of 2)'],
  ])('are told by the worst of them: %#', (mails, words) => {
    expect(formatMails(mails)?.text).toBe(words);
  });

  it('are told one by one in detail', () => {
    expect(formatMails([mail(), lost])).toMatchObject({
      isBad: true,
      detail:
        'Failure: sent to ops@example.org\nFailure of step load: not sent: connect ECONNREFUSED',
    });
  });

  it('are asked for again when something became of one', () => {
    const run = { ...endedRun(now), mails: [mail({ sentAt: '', dueAt: 'soon' })] };
    const event = { type: 'run.changed', run: aRun('x', 'failed') } as const;
    const same = { ...event, run: { ...event.run, ...run } };

    expect(withEvent(run, same)).toBeUndefined();
    expect(withEvent({ ...run, mails: [mail()] }, same)).toBeDefined();
  });
});
