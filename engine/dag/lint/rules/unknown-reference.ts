import { suggest } from '../../../lib/suggest.ts';
import { quoted } from '../../source/source-node.ts';
import { isBuiltIn } from '../../declared-names.ts';
import {
  conditionReferences,
  dagConditionReferences,
  keptReferences,
} from '../plain-references.ts';
import { sharedVariablesOf } from '../known-variables.ts';
import { stepsOf, type LintDocument } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { dagReferences, stepReferences, type StepReference } from '../step-references.ts';

export const unknownReference: LintRule = {
  code: 'unknown-reference',
  title: 'A reference to something that does not exist',
  why:
    '`${name.path}` refers to a step by its `id`, or to a variable with JSON. If there is neither, the step fails, ' +
    'or, in a field of the DAG, the start is refused; fields of the DAG cannot refer to steps. In a condition with `expected` that ' +
    'holds for `${NAME}` without a path, too. In the text of a `jq` or SQL step, and of a `redis` script, such a `${NAME}` stays as it is. Nothing is reported where a default ' +
    'follows, as in `${name.path:-none}`. Variables of `dotenv` files are not known before a run: a file that names some is ' +
    'only checked for ids.',
  fix: 'Correct the name, add an `id` to the step, or add a variable of the system to `env`.',
  wrong: `steps:
  - name: build
    command: echo building
    continue_on: failed
  - name: report
    command: echo "it ended with \${build.exit_code}"
`,
  right: `steps:
  - name: build
    id: build
    command: echo building
    continue_on: failed
  - name: report
    command: echo "it ended with \${build.exit_code}"
`,
  find: (document) => {
    const ids = stepsOf(document).flatMap(({ step }) => step.id ?? []);
    const variables = new Set([...sharedVariablesOf(document), ...callNames(document)]);
    const known = new Set([...ids, ...variables]);
    const hasDotenv = document.given.has('dotenv') || document.dag.dotenv.join() !== '.env';
    const hasFile = hasDotenv || document.dag.paramSchema?.kind === 'file';
    const ofSteps = stepsOf(document).flatMap((step) => {
      const own = new Set(step.step.env.map(({ name }) => name));
      const { text } = document.file;
      const isNew = ({ reference: { name } }: StepReference): boolean => !own.has(name);
      const failing = [...stepReferences(step, text), ...conditionReferences(step, text)]
        .filter((one) => isUnknown(one, known) && isNew(one))
        .filter((one) => isOfStep(one) || !hasFile)
        .map((one) => finding(one, document, [...known]));
      const kept = keptReferences(step, text)
        .filter((one) => !hasFile && !known.has(one.reference.name) && isNew(one))
        .map((one) => asKept(finding(one, document, [...known])));
      return [...failing, ...kept];
    });
    const ofDag = [...dagReferences(document), ...dagConditionReferences(document)]
      .filter((one) => isUnknown(one, variables))
      .map((one) =>
        ids.includes(one.reference.name) ? tooEarly(one) : finding(one, document, [...variables]),
      );
    return [...ofDag, ...ofSteps];
  },
};

/** Ends what is said of a reference that nothing fills in, in a text of another language. */
export const STAYS = 'the text stays as it is';

/** It may mean something to the language of the text. */
function asKept({ message, ...rest }: Finding): Finding {
  return { ...rest, message: `${message}; ${STAYS}` };
}

function isUnknown(one: StepReference, known: ReadonlySet<string>): boolean {
  const { reference, inShell, hasDefault } = one;
  const { name, path } = reference;
  if (hasDefault || known.has(name) || isBuiltIn(name)) return false;
  // An element of an array that the shell itself has, and what stands in for a variable without a value.
  if (inShell && path.length === 1 && path[0]?.bracketed) return false;
  return !name.includes('-') || isOfStep(one);
}

function tooEarly({ range, written }: StepReference): Finding {
  return {
    range,
    message: `${quoted(written)}: fields of the DAG cannot refer to steps`,
  };
}

/** Parameters that some step of the file gives the DAG that it calls, which may be this one. */
function callNames({ file }: LintDocument): readonly string[] {
  return file.dags
    .flatMap(({ steps }) => steps)
    .flatMap(({ callParams }) => (callParams?.kind === 'named' ? callParams.values : []))
    .map(({ name }) => name);
}

// Comparing a word with very many others takes long, for every word that is unknown.
const MAX_COMPARED = 500;

const OF_STEPS = ['exit_code', 'exitCode', 'stdout', 'stderr'];

function isOfStep({ reference: { path } }: StepReference): boolean {
  return path.length === 1 && OF_STEPS.includes(path[0]?.text ?? '');
}

function finding(one: StepReference, { dag }: LintDocument, known: readonly string[]): Finding {
  const { range, written, reference } = one;
  const { name } = reference;
  const what = isOfStep(one) ? 'no step has the id' : 'neither a step nor a variable is called';
  const message = `${quoted(written)}: ${what} ${quoted(name)}`;
  if (isOfStep(one) && dag.steps.some((step) => step.name === name)) {
    return { range, message: `${message}; add an \`id\` to the step with that name` };
  }
  const meant = known.length > MAX_COMPARED ? undefined : suggest(name, known);
  if (meant === undefined) return { range, message };
  return {
    range,
    message: `${message}: did you mean ${quoted(meant)}?`,
    suggestion: written.replace(name, meant),
  };
}
