import type { Dag, Step } from './definition.ts';
import { runSteps } from './run-steps.ts';

/**
 * Whether the DAG or the engine speaks of a variable of this name, so that it may have no value at some point: an output
 * of a step that did not run, a payload that no webhook brought.
 */
export function declaresName(dag: Dag, name: string): boolean {
  const isNamed = (one: { readonly name: string }): boolean => one.name === name;
  return (
    isBuiltIn(name) ||
    [dag.params, dag.env, dag.secrets].some((list) => list.some(isNamed)) ||
    runSteps(dag).some(
      ({ output, config }) => output?.name === name || inputsOf(config).includes(name),
    )
  );
}

/** Variables of the engine and of the system (specification "Variables"). */
export function isBuiltIn(name: string): boolean {
  return /^(?:DAG_|SVC_|LC_)|^(?:WEBHOOK_PAYLOAD|ITEM|PATH|HOME|LANG|TZ|SHELL|\d+)$/.test(name);
}

/** Variables that a person gives: types that ask for some list them as `input` of their config. */
export function inputsOf(config: Step['config']): readonly string[] {
  const input: unknown = (config as { readonly input?: unknown } | null)?.input;
  return Array.isArray(input) ? input.filter((name) => typeof name === 'string') : [];
}
