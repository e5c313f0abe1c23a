import { join } from 'node:path';
import { lintRules } from '../../engine/dag/lint/lint-rules.ts';
import { rootFields } from '../../engine/dag/fields/root-fields.ts';
import { stepFields } from '../../engine/dag/fields/step-fields.ts';
import { manualRootFields, manualStepFields } from '../../engine/dag/manual/manual-fields.ts';
import {
  builtInVariables,
  importExample,
  referenceForms,
} from '../../engine/dag/manual/variables.ts';
import { protectedNames } from '../../engine/dag/protected-names.ts';
import { stepTypes } from '../../engine/steps/registry.ts';
import { fieldSection } from './field-section.ts';
import { code, example, table } from './markdown.ts';
import { ruleSection } from './rule-section.ts';
import { typeSection } from './type-section.ts';

export const referenceFile = join(import.meta.dirname, '../../resources/docs/reference.md');

/** What the file holds when it is up to date. */
export function referenceText(): string {
  const sections = [
    introduction(),
    '## DAG',
    'The keys of a file, or of each document in it.',
    ...manualRootFields().map(fieldSection),
    '## Steps',
    'The keys of a step, in `steps` and in `handler_on`. Some belong to one step type: see [Step types](#step-types).',
    ...manualStepFields(stepTypes).map(fieldSection),
    '## Step types',
    ...stepTypes.map(typeSection),
    variables(),
    protectedVariables(),
    '## Warnings',
    'Likely mistakes. `dagwright validate` and the editor show warnings, but they never make a file invalid.',
    ...lintRules.map(ruleSection),
    notYet(),
  ];
  return `${sections.join('\n\n')}\n`;
}

function introduction(): string {
  return [
    '# Reference of the language',
    '<!-- Written by `node scripts/docs.ts`. Change the tables of engine/dag and engine/steps in its place. -->',
    'A DAG is a YAML file with keys of the DAG and its steps. This page lists all supported keys; any other key is an error that ' +
      'names the line. The [guide](guide.md) shows how to combine them.',
    'A key without a value counts as omitted. You can write text with or without quotes; `1.10` is the text `1.10` where ' +
      'text is expected. Documents after a line `---` are DAGs that the steps of the file can call.',
    'On the command line, `dagwright explain FILE STEP.KEY` shows the part of this page that you need, with the value ' +
      'in your file and its source.',
  ].join('\n\n');
}

function variables(): string {
  return [
    '## Variables',
    'A step gets variables from, in order of precedence: its own `env`, inputs of approvals that it depends on, parameters, outputs of the steps that it depends on, secrets, `dotenv` ' +
      'files, `env` of the DAG, `env` of base.yaml.',
    'A shell reads them from the environment, so a value is never shell text. In all other texts the engine expands them; there ' +
      'a backslash before the dollar sign prevents this. An undefined variable is empty; in `working_dir`, `log_dir` and `dotenv` of a DAG it is an error.',
    'A path is empty if the value is missing, is not JSON, or has no such part. A path into a name that neither the DAG nor ' +
      'the engine defines is an error: the step fails, or, in a field of the DAG, the start is refused. In a condition with `expected` ' +
      'that holds for a name without a path, too. In the text of a `jq` or SQL step and of a `redis` script, which are languages of ' +
      'their own, `${NAME}` of an undeclared name stays as it is. A default replaces all of these. In a shell text a path becomes a variable, so `${OUT.a:-none}` works there too.',
    'A program that is not a shell, such as `python3`, gets its text as written, and the variables in its environment.',
    table(
      ['Written', 'Means'],
      referenceForms.map(({ form, about }) => [forms(form), about]),
    ),
    'The engine sets:',
    table(
      ['Variable', 'Value'],
      builtInVariables.map(({ name, about }) => [code(name), about]),
    ),
    'From the environment of the engine a step gets `PATH`, `HOME`, `LANG`, `TZ`, `SHELL` and names that start with `SVC_`, `LC_` ' +
      'or `DAG_`, without settings that are secret and unknown `SVC_` names that sound like one. Fields of a DAG and of steps of other types than `shell` cannot use these, and no step gets any other, ' +
      'unless an entry of `env` imports it:',
    example(importExample),
  ].join('\n\n');
}

function protectedVariables(): string {
  return [
    '## Protected variables',
    'These variables say what code a program loads or which program runs, so a value in one is a command without being part of any text. ' +
      'No value from outside a definition sets them, whether or not a parameter has this name:',
    [
      '- A start that gives one is refused (400), on the command line, over REST, in the app and on approval of a step.',
      '- A call leaves it out and notes it at the step, unless name and value both stand in its `params` or items, with nothing to fill in. A call by the tool of a chat always leaves it out.',
      '- An `output` with such a name is shown, but no later step gets the variable.',
    ].join('\n'),
    'What a definition itself says counts: `env`, `secrets`, `dotenv` files, and the default of a parameter. To set one from a parameter all the same, ' +
      'name it in `env`, such as `env: [{ KUBECONFIG: "${CLUSTER_CONFIG}" }]`. A `*` stands for any text.',
    table(
      ['Read by', 'Variables'],
      protectedNames.map(({ of, names }) => [of, names.map(code).join(', ')]),
    ),
    'The list cannot be complete, because every program can have variables of its own. What values name arrives in a called DAG only where it declares a parameter ' +
      'of that name, so declare none that a program of yours takes for a command.',
  ].join('\n\n');
}

function forms(text: string): string {
  return text.startsWith('`') ? `\`\` ${text} \`\`` : text.split(', ').map(code).join(', ');
}

function notYet(): string {
  const list = (keys: readonly string[]): string => keys.map(code).join(', ');
  return [
    '## Not in this version',
    'These keys are errors, and are never ignored. `worker_selector: local` is accepted, because every DAG runs on this machine.',
    `DAG: ${list(rootFields.unavailable)}.`,
    `Step: ${list(stepFields.unavailable)}.`,
  ].join('\n\n');
}
