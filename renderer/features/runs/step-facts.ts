import type { NodeObject } from '#contract/run.ts';
import type { StepObject } from '#contract/step.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatSize } from '../../lib/format-size.ts';
import { texts } from './texts.ts';

const words = texts.facts;

/** What the definition says of a step, as label and value; what it leaves out is left out here. */
export function stepFacts(step: StepObject): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [
    [words.type, step.type],
    [words.command, (step.commands.length > 0 ? step.commands : [step.command]).join('\n')],
    [words.script, step.script],
    [words.calls, step.run],
    [words.parameters, step.params],
    [words.items, parallelWords(step)],
    [words.routedValue, step.router?.value ?? ''],
    [words.routes, routeWords(step)],
    [words.depends, step.depends.join(', ')],
    [words.preconditions, step.preconditions.map(conditionWords).join('\n')],
    [words.directory, step.dir],
    [words.shell, step.shell.join(' ')],
    [words.timeout, step.timeoutSec > 0 ? seconds(step.timeoutSec) : ''],
    [words.retry, retryWords(step)],
    [words.repeat, repeatWords(step)],
    [words.continueOn, continueWords(step)],
    [words.output, step.output],
    [words.stopSignal, step.signalOnStop],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** What the type of a step told of its last attempt. */
export function toldFacts({
  facts = [],
}: Pick<NodeObject, 'facts'>): readonly (readonly [string, string])[] {
  const labels: Readonly<Record<string, string>> = words.told;
  return facts.map(({ name, value }) => [
    labels[name] ?? name,
    name === 'bytes' ? formatSize(Number(value)) : value,
  ]);
}

function parallelWords({ parallel }: StepObject): string {
  if (parallel === null) return '';
  const items = parallel.variable || words.itemCount(parallel.items.length);
  return words.atATime(items, parallel.maxConcurrent);
}

function routeWords({ router }: StepObject): string {
  const routes = router?.routes ?? [];
  return routes.map(({ pattern, targets }) => words.route(pattern, targets.join(', '))).join('\n');
}

function conditionWords(one: StepObject['preconditions'][number]): string {
  const condition = one.negate ? words.not(one.condition) : one.condition;
  return one.expected === '' ? condition : words.is(condition, one.expected);
}

interface Pause {
  readonly intervalSec: number | string;
  readonly backoff: number;
  readonly maxIntervalSec: number;
}

function pauseWords({ intervalSec, backoff, maxIntervalSec }: Pause): string {
  const growth = backoff === 1 ? '' : words.growth(backoff);
  const most = maxIntervalSec > 0 ? words.atMost(seconds(maxIntervalSec)) : '';
  const wait = typeof intervalSec === 'number' ? seconds(intervalSec) : words.seconds(intervalSec);
  return words.after(wait) + growth + most;
}

function retryWords({ retryPolicy }: StepObject): string {
  if (retryPolicy === null) return '';
  const { exitCode, limit } = retryPolicy;
  const codes = exitCode.length === 0 ? '' : words.forExit(exitCode.join());
  const times = limit === 1 ? words.once : words.times(limit);
  return `${times}${codes}, ${pauseWords(retryPolicy)}`;
}

function repeatWords({ repeatPolicy: policy }: StepObject): string {
  if (policy === null) return '';
  const { condition, expected, exitCode, limit, repeat } = policy;
  const value = expected === '' ? condition : words.is(condition, expected);
  const codes = exitCode.length === 0 ? '' : words.exit(exitCode.join());
  const asked = [value, codes].filter(Boolean);
  const rule = asked.length === 0 ? words.success : asked.reduce(words.and);
  const most = limit > 0 ? words.atMost(words.rounds(limit)) : '';
  return `${words.repeatRule[repeat](rule)}, ${pauseWords(policy)}${most}`;
}

function continueWords({ continueOn }: StepObject): string {
  if (continueOn === null) return '';
  const { failure, skipped, exitCode, output, markSuccess } = continueOn;
  return [
    failure ? words.failure : '',
    skipped ? words.skipped : '',
    exitCode.length > 0 ? words.exitCodes(exitCode.join(', ')) : '',
    output.length > 0 ? words.outputs(output.join(', ')) : '',
    markSuccess ? words.markSuccess : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function seconds(count: number): string {
  return formatDuration(count * 1000);
}
