import type { Dag, Step } from './definition.ts';
import { runSteps } from './run-steps.ts';

/**
 * Whether the DAG or the engine speaks of a variable of this name, so that it may have no value at some point: an output
 * of a step that did not run, a payload that no webhook brought.
 */
export function declaresName(dag: Dag, name: string): boolean {
  return isBuiltIn(name) || namesOf(dag).has(name);
}

const known = new WeakMap<Dag, ReadonlySet<string>>();

/** Collected once: every reference without a value asks for them. */
function namesOf(dag: Dag): ReadonlySet<string> {
  const collected = known.get(dag) ?? collectNames(dag);
  known.set(dag, collected);
  return collected;
}

function collectNames(dag: Dag): ReadonlySet<string> {
  const names = new Set([...dag.params, ...dag.env, ...dag.secrets].map((one) => one.name));
  for (const { output, config } of runSteps(dag)) {
    if (output !== null) names.add(output.name);
    for (const input of inputsOf(config)) names.add(input);
  }
  return names;
}

/** Variables of the engine and of the system. */
export function isBuiltIn(name: string): boolean {
  return isOfSystem(name) || /^(?:DAG_|SVC_)|^(?:WEBHOOK_(?:PAYLOAD|EVENT)|ITEM|\d+)$/.test(name);
}

/** Variables of the system, which reach programs and not the texts that the engine expands. */
export function isOfSystem(name: string): boolean {
  return /^(?:LC_.*|PATH|HOME|LANG|TZ|SHELL)$/.test(name);
}

/** Variables that a person gives: types that ask for some list them as `input` of their config. */
export function inputsOf(config: Step['config']): readonly string[] {
  if (typeof config !== 'object' || config === null || !('input' in config)) return [];
  const { input } = config;
  return Array.isArray(input) ? input.filter((name) => typeof name === 'string') : [];
}
