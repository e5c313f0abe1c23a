import { inputsOf } from '../declared-names.ts';
import type { LintDocument } from './lint-document.ts';
import { stepsOf } from './lint-document.ts';

/** Names that a file, its base or an approval gives a value; not those of `.env` files, starts and the engine. */
export function variablesOf(document: LintDocument): ReadonlySet<string> {
  const ofSteps = stepsOf(document).flatMap(({ step }) => step.env.map(({ name }) => name));
  return new Set([...sharedVariablesOf(document), ...ofSteps]);
}

/** The same without what a step sets for itself alone. */
export function sharedVariablesOf(document: LintDocument): ReadonlySet<string> {
  const { dag } = document;
  const named = [...dag.params, ...dag.env, ...dag.secrets].map(({ name }) => name);
  const ofSteps = stepsOf(document).flatMap(({ step }) => [
    ...(step.output === null ? [] : [step.output.name]),
    ...inputsOf(step.config),
  ]);
  return new Set([...named, ...ofSteps]);
}

/**
 * Whether a step starts a program that may read any variable: a script file, a build tool, a look at the whole
 * environment. Then a variable that no text of the file names may still be read.
 */
export function readsEnvironment(document: LintDocument): boolean {
  return stepsOf(document).some(({ step }) =>
    [...step.commands, step.script ?? ''].some((text) => READERS.test(text)),
  );
}

const READERS = new RegExp(
  [
    String.raw`(?:^|[\s;&|(])(?:\.{1,2}|~|\$\{?\w+\}?)?\/[\w./-]+\/?[\w-]`,
    String.raw`\.(?:sh|bash|py|rb|pl|php|js|mjs|cjs|ts|jar|exe|R|sql)\b`,
    String.raw`(?:^|[\s;&|(])(?:env|printenv|export -p|make|npm|npx|pnpm|yarn|docker|podman|terraform|ansible\S*|gradle|mvn|cargo|dbt|envsubst)(?:\s|$)`,
  ].join('|'),
  'm',
);
