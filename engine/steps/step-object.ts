import type { StepObject } from '../contract/step.ts';
import type {
  CallParams,
  Condition,
  ContinueOn,
  Parallel,
  RepeatPolicy,
  Step,
} from '../dag/definition.ts';
import { formatParam } from '../contract/format-param.ts';
import { stepTypeOf } from './registry.ts';

/** A step in the shape of the interface; what is not set is empty. */
export function toStepObject(step: Step): StepObject {
  return {
    name: step.name,
    id: step.id ?? '',
    type: step.type,
    description: step.description,
    dir: step.workingDir ?? '',
    command: step.commands[0] ?? '',
    commands: [...step.commands],
    args: [],
    script: step.script ?? '',
    shell: [...(step.shell ?? [])],
    stdout: step.stdout ?? '',
    stderr: step.stderr ?? '',
    output: step.output?.name ?? '',
    depends: [...step.depends],
    run: step.call ?? '',
    params: callParamsText(step.callParams),
    mail_on_error: step.mailOnError,
    timeoutSec: step.timeoutSec,
    signalOnStop: step.signalOnStop ?? '',
    env: step.env.map(({ name, value }) => `${name}=${value}`),
    parallel: step.parallel && toParallel(step.parallel),
    ...rules(step),
    router: toRouter(step),
    gate: toGate(step),
  };
}

/** A condition in the shape of the interface. */
export function toConditionObject({ condition, expected, negate }: Condition) {
  return { condition, expected: expected ?? '', negate };
}

/** Whether and how often a step runs. */
function rules({ preconditions, continueOn, retryPolicy, repeatPolicy }: Step) {
  return {
    preconditions: preconditions.map(toConditionObject),
    continueOn: toContinueOn(continueOn),
    retryPolicy: retryPolicy && { ...retryPolicy, exitCode: [...retryPolicy.exitCode] },
    repeat_policy: { repeat: repeatPolicy !== null, interval: repeatPolicy?.intervalSec ?? 0 },
    repeatPolicy: repeatPolicy && toRepeatPolicy(repeatPolicy),
  };
}

/** Null where no clause is given, as in most steps: a run of many says it often. */
function toContinueOn({ exitCode, output, ...words }: ContinueOn): StepObject['continueOn'] {
  const isGiven = Object.values(words).includes(true) || exitCode.length + output.length > 0;
  return isGiven ? { ...words, exitCode: [...exitCode], output: [...output] } : null;
}

function toRepeatPolicy({ condition, exitCode, ...policy }: RepeatPolicy) {
  return {
    ...policy,
    condition: condition?.condition ?? '',
    expected: condition?.expected ?? '',
    exitCode: [...exitCode],
  };
}

function callParamsText(params: CallParams | null): string {
  if (params === null) return '';
  return params.kind === 'text' ? params.text : params.values.map(formatParam).join(' ');
}

function toParallel({ items, maxConcurrent }: Parallel): NonNullable<StepObject['parallel']> {
  if (items.kind === 'text') return { items: [], variable: items.text, maxConcurrent };
  const texts = items.items.map((item) => (item.kind === 'text' ? item.text : item.json));
  return { items: texts, variable: '', maxConcurrent };
}

function toRouter({ value, routes }: Step): StepObject['router'] {
  if (value === null && routes.length === 0) return null;
  const chosen = routes.map(({ pattern, targets }) => ({ pattern, targets: [...targets] }));
  return { value: value ?? '', routes: chosen };
}

function toGate(step: Step): StepObject['gate'] {
  const type = stepTypeOf(step.type);
  const gate = type.kind === 'gate' ? type.gate(step) : null;
  return gate && { prompt: gate.prompt, input: [...gate.input], required: [...gate.required] };
}
