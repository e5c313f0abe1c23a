import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { stemOf } from '../stem-of.ts';
import { turnAction } from './actions.ts';
import { insteadOf } from './instead-of.ts';
import { calledDag, dagOfRun, type CallableDags } from './dag-names.ts';
import { Inputs, leftOver, replaceKeys } from './inputs.ts';
import { pairOf, textOf } from './steps-of.ts';
import { turnDockerExecutor } from './turn-docker.ts';
import { turnConditions, turnSettings } from './turn-settings.ts';
import { keepText, mapNode } from './written.ts';

export interface TurnedStep {
  readonly remarks: readonly string[];
  /** What it says that has no counterpart. */
  readonly problems: readonly string[];
  readonly hasChanged: boolean;
  /** Whether it is written in the forms whose definitions are graphs unless they say otherwise. */
  readonly isOfGraphs: boolean;
  /** A text that a shell reads now, and that kept names which nothing declares before. */
  readonly text?: string | undefined;
}

const CHANGED: TurnedStep = { remarks: [], problems: [], hasChanged: true, isOfGraphs: false };

/** Writes a step anew in its place; null where it stays as it is. */
export function turnStep(step: YAMLMap, dags: CallableDags): TurnedStep | null {
  const hasChanged = turnConditions(step);
  const repeats = repeatsWhile(step) ? [WHILE] : [];
  const turned = turnWork(step, dags);
  if (turned === null && !hasChanged && repeats.length === 0) return null;
  const { remarks, ...work } = turned ?? { ...CHANGED, hasChanged };
  return { ...work, remarks: [...remarks, ...repeats] };
}

/** Whether a policy with a condition does not say which way it decides. */
function repeatsWhile(step: YAMLMap): boolean {
  const policy = pairOf(step, 'repeat_policy', 'repeatPolicy')?.value;
  return isMap(policy) && policy.has('condition') && textOf(policy.get('repeat', true)) === 'true';
}

const WHILE =
  '`repeat: true` means `while` here: write `repeat: until` where the step repeated until the condition was met.';

function turnWork(step: YAMLMap, dags: CallableDags): TurnedStep | null {
  if (step.has('action')) return turnNamed(step, dags);
  if (step.has('run')) return turnRun(step, dags);
  if (step.has('call')) return turnCall(step, dags);
  if (step.has('exec')) return turnExec(step);
  // Only a graph has routes, so that is what the definition is.
  if (textOf(step.get('type', true)) === 'router' && step.has('routes'))
    return { ...CHANGED, hasChanged: false, isOfGraphs: true };
  return turnExecutor(step);
}

/** `exec` was a program and its arguments, which no shell reads. */
function turnExec(step: YAMLMap): TurnedStep | null {
  const turned = turnAction('exec', new Inputs(step.get('exec', true)), new Map());
  if (turned === null) return null;
  replaceKeys(step, ['exec'], mapNode(turned.keys).items);
  return { ...CHANGED, problems: turned.problems ?? [] };
}

function turnNamed(step: YAMLMap, dags: CallableDags): TurnedStep | null {
  const name = textOf(step.get('action', true)) ?? '';
  const inputs = new Inputs(step.get('with', true));
  const turned = turnAction(name, inputs, dags);
  if (turned === null) {
    const problem = `The action \`${name}\` has no counterpart here${insteadOf(name)}`;
    return { remarks: [], problems: [problem], hasChanged: false, isOfGraphs: true };
  }
  replaceKeys(step, ['action', 'with'], mapNode(turned.keys).items);
  const { remarks: own = [], problems = [], prints, text } = turned;
  const isKept = KEEPS_OUTPUT.some((key) => step.has(key));
  const remarks = prints === undefined || !isKept ? own : [...own, prints];
  return { remarks, problems, hasChanged: true, isOfGraphs: true, text };
}

/** Keys of a step whose printed text others can read. */
const KEEPS_OUTPUT = ['id', 'output', 'outputs', 'output_schema', 'stdout'];

/** `run` was the name of a DAG before it was a command. */
function turnRun(step: YAMLMap, dags: CallableDags): TurnedStep | null {
  const run = step.get('run', true);
  const text = textOf(run) ?? '';
  const called = isSeq(run) ? null : dagOfRun(text, dags);
  const isCall = called !== null || step.has('parallel') || (isName(text) && step.has('params'));
  if (!isCall) return runAsCommand(step, text);
  // The loader names the key, which is then all that is changed.
  return isName(text) && (called ?? text) === text ? null : runAsCall(step, called ?? text);
}

function runAsCall(step: YAMLMap, name: string): TurnedStep {
  const pair = pairOf(step, 'run');
  const { value } = pair ?? {};
  if (pair && isScalar(pair.key)) pair.key.value = 'call';
  if (isScalar(value)) value.value = name;
  return CHANGED;
}

function runAsCommand(step: YAMLMap, text: string): TurnedStep {
  const run = step.get('run', true);
  const inputs = new Inputs(step.get('with', true));
  const shell = [inputs.text('shell'), ...inputs.words('shell_args')].filter(Boolean).join(' ');
  const key = text.includes('\n') ? 'script' : 'command';
  if (isScalar(run)) keepText(run);
  const keys = { ...(shell === '' ? {} : { shell }), [key]: run };
  replaceKeys(step, ['run', 'with'], mapNode(keys).items);
  const remark = isName(text)
    ? `No DAG is called \`${text}\`, so \`run\` became \`command\`. For a DAG, write \`call\`.`
    : `\`run\` became \`${key}\`, because its value is a command and not the name of a DAG.`;
  const problems = leftOver(inputs);
  return { remarks: [remark], problems, hasChanged: true, isOfGraphs: true };
}

const isName = (text: string): boolean => /^[\w.-]+$/.test(text);

/** A called file may have another name here. */
function turnCall(step: YAMLMap, dags: CallableDags): TurnedStep | null {
  const call = step.get('call', true);
  const written = textOf(call);
  const name = written === null ? null : calledDag(written, dags);
  // A file beside this one still is beside it.
  const isBeside = written !== null && stemOf(written.trim().replace(/^\.\//, '')) === name;
  if (!isScalar(call) || name === null || isBeside) return null;
  call.value = name;
  return CHANGED;
}

function turnExecutor(step: YAMLMap): TurnedStep | null {
  const executor = step.get('executor', true);
  const holder = isMap(executor) ? executor : step;
  const type = textOf(executor) ?? textOf(holder.get('type', true)) ?? '';
  const settings = pairOf(holder, 'config', 'with');
  if (type === '' || settings === undefined || !isMap(settings.value)) return null;
  const isRenamed = textOf(settings.key) === 'with' && isScalar(settings.key);
  if (isRenamed && isScalar(settings.key)) settings.key.value = 'config';
  const config = settings.value;
  if (type !== 'docker' && type !== 'container')
    return turnSettings(type, config) || isRenamed ? CHANGED : null;
  const before = String(config);
  const said = turnDockerExecutor(config);
  return String(config) === before && !isRenamed ? null : { ...CHANGED, ...said };
}
