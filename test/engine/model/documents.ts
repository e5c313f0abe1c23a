import {
  dagName,
  outputName,
  stepName,
  type Case,
  type CaseCondition,
  type CaseDag,
  type CaseHandler,
  type CasePause,
  type CaseStep,
  type CaseText,
  type CaseWork,
} from './case.ts';

/** The parameter by which a run knows its path. */
export const PATH_PARAM = 'CASE_PATH';

/** A case as the text of a DAG file; every document of JSON is one of YAML. */
export function documentsOf({ dags }: Pick<Case, 'dags'>, rootPath: string): string {
  return dags
    .map((dag, index) => JSON.stringify(documentOf(dag, index, rootPath), null, 1))
    .join('\n---\n');
}

function documentOf(dag: CaseDag, index: number, rootPath: string): object {
  return {
    name: dagName(index),
    type: dag.type,
    max_active_steps: dag.maxActiveSteps,
    timeout_sec: dag.timeoutSec,
    delay_sec: dag.delaySec,
    max_clean_up_time_sec: dag.maxCleanUpTimeSec,
    dotenv: [],
    params: [{ [PATH_PARAM]: rootPath }],
    preconditions: dag.preconditions.map(condition),
    handler_on: Object.fromEntries(
      Object.entries(dag.handlers).map(([name, given]) => [name, handler(given)]),
    ),
    steps: dag.steps.map((one, at) => step(dag, one, at)),
  };
}

const handler = ({ preconditions }: CaseHandler): object => ({
  command: 'true',
  preconditions: preconditions.map(condition),
});

function step({ type }: CaseDag, given: CaseStep, at: number): object {
  const { continueOn: on, retry, repeat } = given;
  return {
    name: stepName(at),
    ...(type === 'graph' ? { depends: given.depends.map(stepName) } : {}),
    preconditions: given.preconditions.map(condition),
    continue_on: {
      failure: on.failure,
      skipped: on.skipped,
      exit_code: on.exitCode,
      output: on.output,
      mark_success: on.markSuccess,
    },
    ...(retry === null
      ? {}
      : { retry_policy: { limit: retry.limit, exit_code: retry.exitCode, ...pause(retry) } }),
    ...(repeat === null ? {} : { repeat_policy: repetition(repeat) }),
    timeout_sec: given.timeoutSec,
    ...work(given.work, at),
  };
}

function repetition(repeat: NonNullable<CaseStep['repeat']>): object {
  const { by } = repeat;
  return {
    repeat: repeat.mode,
    limit: repeat.limit,
    ...pause(repeat),
    ...(by.kind === 'exit_code' ? { exit_code: by.codes } : {}),
    ...(by.kind === 'condition' ? { condition: text(by.text), expected: by.expected } : {}),
  };
}

const pause = ({ intervalSec, backoff, maxIntervalSec }: CasePause): object => ({
  interval_sec: intervalSec,
  ...(backoff === 1 ? {} : { backoff }),
  max_interval_sec: maxIntervalSec,
});

function work(given: CaseWork, at: number): object {
  if (given.kind === 'process') {
    return { command: 'true', ...(given.output ? { output: outputName(at) } : {}) };
  }
  if (given.kind === 'gate') return { type: 'hitl' };
  if (given.kind === 'router') {
    const routes = given.routes.map(({ pattern, targets }) => [pattern, targets.map(stepName)]);
    return { type: 'router', value: text(given.value), routes: Object.fromEntries(routes) };
  }
  const path = `\${${PATH_PARAM}}.${stepName(at)}`;
  const call = dagName(given.dag);
  if (given.items === null) return { call, params: { [PATH_PARAM]: path } };
  const items = Array.from({ length: given.items }, (_, item) => String(item));
  return {
    call,
    params: { [PATH_PARAM]: `${path}.\${ITEM}` },
    parallel: { items, max_concurrent: given.maxConcurrent },
  };
}

const condition = ({ text: given, expected, negate }: CaseCondition): object => ({
  condition: text(given),
  expected,
  negate,
});

const text = (given: CaseText): string =>
  typeof given === 'string' ? given : `\${${outputName(given.outputOf)}}`;
