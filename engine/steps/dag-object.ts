import type { DagHead, DagObject } from '../contract/dag.ts';
import { durationText } from '../lib/duration.ts';
import type { Dag, Handlers, ParamDefinition, ScheduleEntry } from '../dag/definition.ts';
import { paramRulesOf } from '../dag/param-rules.ts';
import { isProtectedName } from '../dag/protected-names.ts';
import { formatParam } from '../contract/format-param.ts';
import { toConditionObject, toStepObject } from './step-object.ts';

/** What lists show of a DAG. */
export function toDagHead(dag: Dag): DagHead {
  return {
    name: dag.name,
    group: dag.group,
    schedule: expressions(dag.schedule.start),
    description: dag.description,
    params: dag.params.map(plainParam),
    defaultParams: dag.params.flatMap(quotedParam).join(' '),
    tags: [...dag.tags],
  };
}

/** A DAG in the shape of the interface; what is not set is empty. */
export function toDagObject(dag: Dag): DagObject {
  const paramRules = paramRulesOf(dag);
  const params = dag.params.map(({ name }) => name);
  const protectedParams = params.filter(isProtectedName);
  return {
    ...toDagHead(dag),
    params,
    paramDefaults: dag.params.map(plainParam),
    paramHelp: dag.params.map(({ help = '' }) => help),
    ...(paramRules === undefined ? {} : { paramRules }),
    ...(protectedParams.length === 0 ? {} : { protectedParams }),
    type: dag.type,
    stopSchedule: expressions(dag.schedule.stop),
    restartSchedule: expressions(dag.schedule.restart),
    ...toSlotPolicyObject(dag.slotPolicy),
    queue: dag.queue ?? '',
    env: dag.env.map(({ name, value }) => `${name}=${value}`),
    workingDir: dag.workingDir ?? '',
    shell: [...(dag.shell ?? [])],
    log_dir: dag.logDir ?? '',
    log_output: dag.logOutput,
    log_output_encoding: dag.logOutputEncoding,
    handler_on: mapHandlers(dag.handlerOn),
    steps: dag.steps.map(toStepObject),
    delay: dag.delaySec,
    timeoutSec: dag.timeoutSec,
    maxCleanUpTimeSec: dag.maxCleanUpTimeSec,
    maxOutputSize: dag.maxOutputSize,
    hist_retention_days: dag.histRetentionDays,
    hist_retention_runs: dag.histRetentionRuns,
    preconditions: dag.preconditions.map((one) => ({ ...toConditionObject(one), error: '' })),
    dotenv: [...dag.dotenv],
    secrets: dag.secrets.map(({ name, provider, key }) => ({ name, provider, key })),
    runConfig: { ...dag.runConfig },
    max_active_runs: dag.maxActiveRuns,
    max_active_steps: dag.maxActiveSteps,
  };
}

function toSlotPolicyObject({ catchupWindowMs, ...policy }: Dag['slotPolicy']) {
  return {
    ...policy,
    catchupWindow: catchupWindowMs === null ? '' : durationText(catchupWindowMs),
  };
}

function mapHandlers(handlers: Handlers): DagObject['handler_on'] {
  return Object.fromEntries(
    Object.entries(handlers).map(([event, step]) => [event, toStepObject(step)]),
  );
}

function expressions(entries: readonly ScheduleEntry[]): { expression: string }[] {
  return entries.map(({ expression }) => ({ expression }));
}

function plainParam({ name, positional, defaultValue }: ParamDefinition): string {
  return positional ? (defaultValue ?? '') : `${name}=${defaultValue ?? ''}`;
}

function quotedParam({ name, positional, defaultValue }: ParamDefinition): string[] {
  if (defaultValue === null) return [];
  return [formatParam({ name: positional ? null : name, value: defaultValue })];
}
