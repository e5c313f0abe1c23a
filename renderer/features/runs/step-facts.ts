import type { StepObject } from '#contract/run.ts';
import { formatDuration } from '../../lib/duration.ts';
import { counted } from './run-words.ts';

/** What the definition says of a step, as label and value; what it leaves out is left out here. */
export function stepFacts(step: StepObject): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [
    ['Type', step.type],
    ['Command', (step.commands.length > 0 ? step.commands : [step.command]).join('\n')],
    ['Script', step.script],
    ['Calls', step.run],
    ['Parameters', step.params],
    ['Items', parallelWords(step)],
    ['Looks at', step.router?.value ?? ''],
    ['Routes', routeWords(step)],
    ['Waits for', step.depends.join(', ')],
    ['Preconditions', step.preconditions.map(conditionWords).join('\n')],
    ['Directory', step.dir],
    ['Shell', step.shell.join(' ')],
    ['Timeout', step.timeoutSec > 0 ? seconds(step.timeoutSec) : ''],
    ['Retry', retryWords(step)],
    ['Repeat', repeatWords(step)],
    ['Continue on', continueWords(step)],
    ['Output', step.output],
    ['Stop signal', step.signalOnStop],
  ];
  return facts.filter(([, value]) => value !== '');
}

function parallelWords({ parallel }: StepObject): string {
  if (parallel === null) return '';
  const items = parallel.variable || counted(parallel.items.length, 'item');
  return `${items}, ${parallel.maxConcurrent} at a time`;
}

function routeWords({ router }: StepObject): string {
  const routes = router?.routes ?? [];
  return routes.map(({ pattern, targets }) => `${pattern} → ${targets.join(', ')}`).join('\n');
}

function conditionWords(one: StepObject['preconditions'][number]): string {
  const expected = one.expected === '' ? '' : ` is ${one.expected}`;
  return `${one.negate ? 'not ' : ''}${one.condition}${expected}`;
}

interface Pause {
  readonly intervalSec: number | string;
  readonly backoff: number;
  readonly maxIntervalSec: number;
}

function pauseWords({ intervalSec, backoff, maxIntervalSec }: Pause): string {
  const growth = backoff === 1 ? '' : `, each ${backoff} times as long`;
  const most = maxIntervalSec > 0 ? `, at most ${seconds(maxIntervalSec)}` : '';
  const wait = typeof intervalSec === 'number' ? seconds(intervalSec) : `${intervalSec} seconds`;
  return `after ${wait}${growth}${most}`;
}

function retryWords({ retryPolicy }: StepObject): string {
  if (retryPolicy === null) return '';
  const codes = retryPolicy.exitCode.length === 0 ? '' : ` for exit ${retryPolicy.exitCode.join()}`;
  const times = retryPolicy.limit === 1 ? 'once' : `${retryPolicy.limit} times`;
  return `${times}${codes}, ${pauseWords(retryPolicy)}`;
}

function repeatWords({ repeatPolicy: policy }: StepObject): string {
  if (policy === null) return '';
  const expected = policy.expected === '' ? '' : ` is ${policy.expected}`;
  const codes = policy.exitCode.length === 0 ? '' : `exit ${policy.exitCode.join()}`;
  const asked = [policy.condition + expected, codes].filter(Boolean).join(' and ') || 'success';
  const most = policy.limit > 0 ? `, at most ${counted(policy.limit, 'round')}` : '';
  return `${policy.repeat} ${asked}, ${pauseWords(policy)}${most}`;
}

function continueWords({ continueOn }: StepObject): string {
  if (continueOn === null) return '';
  const { failure, skipped, exitCode, output, markSuccess } = continueOn;
  return [
    failure ? 'failure' : '',
    skipped ? 'skipped' : '',
    exitCode.length > 0 ? `exit code ${exitCode.join(', ')}` : '',
    output.length > 0 ? `output ${output.join(', ')}` : '',
    markSuccess ? 'marked as success' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function seconds(count: number): string {
  return formatDuration(count * 1000);
}
