import { suggest } from '../../../lib/suggest.ts';
import { quoted } from '../../source/source-node.ts';
import { isBuiltIn, variablesOf } from '../known-variables.ts';
import { stepsOf, type LintDocument } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { stepReferences, type StepReference } from '../step-references.ts';

export const unknownReference: LintRule = {
  code: 'unknown-reference',
  title: 'A reference to something that does not exist',
  why:
    '`${name.path}` speaks of a step by its `id`, or of a variable that holds JSON. Where there is neither, a shell stops ' +
    'with "bad substitution", and other texts get nothing in its place. Variables of `dotenv` files are not known before a ' +
    'run: a file that names some is only checked for ids.',
  mend: 'Correct the name; give the step that is meant an `id`.',
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
    const known = new Set([...ids, ...variablesOf(document), ...callNames(document)]);
    const hasDotenv = document.given.has('dotenv') || document.dag.dotenv.join() !== '.env';
    return stepsOf(document).flatMap((step) =>
      stepReferences(step, document.file.text)
        .filter((one) => !known.has(one.reference.name) && !isBuiltIn(one.reference.name))
        .filter((one) => isOfStep(one) || !hasDotenv)
        .map((one) => finding(one, document, [...known])),
    );
  },
};

/** Parameters that some step of the file gives the DAG that it calls, which may be this one. */
function callNames({ file }: LintDocument): readonly string[] {
  return file.dags
    .flatMap(({ steps }) => steps)
    .flatMap(({ callParams }) => (callParams?.kind === 'named' ? callParams.values : []))
    .map(({ name }) => name);
}

// Comparing a word with very many others takes long, for every word that is unknown.
const MOST_COMPARED = 500;

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
    return { range, message: `${message}; give the step of that name an \`id\`` };
  }
  const meant = known.length > MOST_COMPARED ? undefined : suggest(name, known);
  if (meant === undefined) return { range, message };
  return {
    range,
    message: `${message}: did you mean ${quoted(meant)}?`,
    suggestion: written.replace(name, meant),
  };
}
