import type { CaseCondition, CaseDag, CaseStep, CaseText, CaseWork } from './case.ts';

/** A step whose numbers still have to be brought into range. */
export interface RawStep extends Omit<CaseStep, 'depends' | 'preconditions' | 'work'> {
  /** Steps stand in the file in this order, which need not be that of their dependencies. */
  readonly rank: number;
  readonly before: readonly number[];
  readonly preconditions: readonly (Omit<CaseCondition, 'text'> & RawText)[];
  readonly work:
    | Exclude<CaseWork, { kind: 'router' }>
    | (Pick<Extract<CaseWork, { kind: 'router' }>, 'kind' | 'routes'> & RawText);
}

/** Null: the output of a step. */
interface RawText {
  readonly word: string | null;
  readonly of: number;
}

export interface RawDag extends Omit<CaseDag, 'steps'> {
  readonly steps: readonly RawStep[];
}

/** A step in the order of dependencies, and the indexes of what is before it in that order. */
interface Drafted {
  readonly raw: RawStep;
  readonly work: RawStep['work'];
  readonly before: readonly number[];
}

/** Makes a valid DAG of any numbers: acyclic, calls only to later DAGs, outputs only of steps before. */
export function buildDag(raw: RawDag, index: number, count: number): CaseDag {
  const drafted = raw.steps.map((step, at) => draft(raw, step, at, count - index - 1));
  const joined = drafted.map((step, at) => ({
    ...step,
    before: [...new Set([...step.before, ...routersTo(drafted, at)])],
  }));
  const order = joined.map((_, at) => at);
  if (raw.type === 'graph') order.sort((a, b) => rankOf(joined, a) - rankOf(joined, b) || a - b);
  const place = (at: number): number => order.indexOf(at);
  return {
    ...raw,
    steps: order.map((at) => finish(joined, at, { place, firstCalled: index + 1 })),
  };
}

const rankOf = (steps: readonly Drafted[], at: number): number => steps[at]?.raw.rank ?? 0;

function draft(dag: RawDag, raw: RawStep, at: number, callable: number): Drafted {
  const work = possibleWork(dag, raw.work, at, callable);
  if (dag.type === 'chain') return { raw, work, before: at === 0 ? [] : [at - 1] };
  return { raw, work, before: at === 0 ? [] : raw.before.map((one) => one % at) };
}

function possibleWork(
  { type, steps }: RawDag,
  work: RawStep['work'],
  at: number,
  callable: number,
): RawStep['work'] {
  const process = { kind: 'process', output: true } as const;
  if (work.kind === 'call') {
    return callable === 0 ? process : { ...work, dag: work.dag % callable };
  }
  if (work.kind !== 'router') return work;
  const after = steps.length - at - 1;
  if (type === 'chain' || after === 0) return process;
  const taken = new Set<number>();
  const patterns = new Set<string>();
  const routes = work.routes.flatMap(({ pattern, targets }) => {
    const free = [...new Set(targets.map((one) => at + 1 + (one % after)))].filter(
      (one) => !taken.has(one),
    );
    if (free.length === 0 || patterns.has(pattern)) return [];
    patterns.add(pattern);
    for (const one of free) taken.add(one);
    return [{ pattern, targets: free }];
  });
  return { ...work, routes };
}

function routersTo(steps: readonly Drafted[], at: number): number[] {
  return steps.flatMap(({ work }, router) =>
    work.kind === 'router' && work.routes.some(({ targets }) => targets.includes(at))
      ? [router]
      : [],
  );
}

interface Finish {
  /** Where a step stands in the file. */
  readonly place: (at: number) => number;
  readonly firstCalled: number;
}

function finish(steps: readonly Drafted[], at: number, { place, firstCalled }: Finish): CaseStep {
  const step = steps[at];
  if (step === undefined) throw new Error(`There is no step ${at}.`);
  const { raw, work, before } = step;
  const sources = [...ancestors(steps, at)].filter((one) => hasOutput(steps[one]));
  const text = ({ word, of }: RawText): CaseText => {
    const source = sources[of % Math.max(1, sources.length)];
    return word ?? (source === undefined ? 'a' : { outputOf: place(source) });
  };
  const { continueOn, timeoutSec } = raw;
  const isExecuted = work.kind === 'process' || work.kind === 'call';
  return {
    // What a call prints is JSON text full of ids.
    continueOn: work.kind === 'call' ? { ...continueOn, output: [] } : continueOn,
    depends: before.map(place),
    preconditions: raw.preconditions.map(({ expected, negate, ...given }) => ({
      text: text(given),
      expected,
      negate,
    })),
    retry: isExecuted ? retryOf(raw, work.kind === 'call') : null,
    repeat: isExecuted ? repeatOf(raw, hasOutput(step) ? place(at) : null) : null,
    timeoutSec: isExecuted ? timeoutSec : 0,
    work: finishedWork(work, { text, place, firstCalled }),
  };
}

function finishedWork(
  work: RawStep['work'],
  { text, place, firstCalled }: Finish & { readonly text: (given: RawText) => CaseText },
): CaseWork {
  if (work.kind === 'call') return { ...work, dag: firstCalled + work.dag };
  if (work.kind !== 'router') return work;
  const routes = work.routes.map(({ pattern, targets }) => ({
    pattern,
    targets: targets.map(place),
  }));
  return { kind: 'router', value: text(work), routes };
}

/** Calls within calls multiply. */
function retryOf({ retry }: RawStep, isCall: boolean): CaseStep['retry'] {
  return retry === null || !isCall ? retry : { ...retry, limit: retry.limit % 2 };
}

function repeatOf({ repeat }: RawStep, output: number | null): CaseStep['repeat'] {
  if (repeat === null || repeat.by.kind !== 'condition') return repeat;
  return { ...repeat, by: { ...repeat.by, text: output === null ? 'a' : { outputOf: output } } };
}

const hasOutput = (step: Drafted | undefined): boolean =>
  step?.work.kind === 'process' && step.work.output;

function ancestors(steps: readonly Drafted[], at: number): Set<number> {
  const found = new Set<number>();
  for (const one of steps[at]?.before ?? []) {
    found.add(one);
    for (const other of ancestors(steps, one)) found.add(other);
  }
  return found;
}
