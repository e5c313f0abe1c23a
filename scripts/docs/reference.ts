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
    'The keys of a file, or of each document of it.',
    ...manualRootFields().map(fieldSection),
    '## Steps',
    'The keys of a step, in `steps` and in `handler_on`. Some belong to one type of step: see [Step types](#step-types).',
    ...manualStepFields(stepTypes).map(fieldSection),
    '## Step types',
    ...stepTypes.map(typeSection),
    variables(),
    '## Warnings',
    'What is allowed but hardly meant. `dagwright validate` shows warnings, and so does the editor; they never make a file invalid.',
    ...lintRules.map(ruleSection),
    notYet(),
  ];
  return `${sections.join('\n\n')}\n`;
}

function introduction(): string {
  return [
    '# Reference of the language',
    '<!-- Written by `node scripts/docs.ts`. Change the tables of engine/dag and engine/steps in its place. -->',
    'A DAG is a YAML file: keys of the DAG, and its steps. Every key that works is on this page; any other is an error that ' +
      'names the line. The [guide](guide.md) shows how they go together.',
    'A key without a value counts as left out. Text may be written with or without quotes; `1.10` is the text `1.10` where ' +
      'text is asked for. Documents after a line `---` are DAGs that the steps of the file can call.',
    'On the command line, `dagwright explain FILE STEP.KEY` prints the part of this page that you need, with the value that ' +
      'holds in your file and where it comes from.',
  ].join('\n\n');
}

function variables(): string {
  return [
    '## Variables',
    'A step has, from strong to weak: its own `env`, parameters, outputs of the steps that it waits for, secrets, `dotenv` ' +
      'files, `env` of the DAG, `env` of base.yaml. A name stands for the strongest.',
    'A shell reads them as environment, so a value is never shell text. In all other texts the engine fills them in; there ' +
      'a backslash before the dollar sign keeps it as it is, and what is undefined is empty; in `working_dir`, `log_dir` and `dotenv` of a DAG it is an error.',
    'A path is empty where the value is missing, is no JSON, or has no such part. A path into a name that neither the DAG nor ' +
      'the engine speaks of is an error: the step fails, or the start is refused where a field of the DAG has it. A default ' +
      'stands in for both. To a shell text a path is a variable of its own, so `${OUT.a:-none}` works there too.',
    'A program that is no shell, such as `python3`, gets its text as it is written, and the variables as environment.',
    table(
      ['Written', 'Means'],
      referenceForms.map(({ form, about }) => [forms(form), about]),
    ),
    'The engine sets:',
    table(
      ['Variable', 'Value'],
      builtInVariables.map(({ name, about }) => [code(name), about]),
    ),
    'Of the environment of the engine a step gets `PATH`, `HOME`, `LANG`, `TZ`, `SHELL` and what begins with `SVC_`, `LC_` ' +
      'or `DAG_`. Fields of a DAG and of steps that are not of type `shell` know none of these, and no step gets any other, ' +
      'until an entry of `env` imports it:',
    example(importExample),
  ].join('\n\n');
}

function forms(text: string): string {
  return text.startsWith('`') ? `\`\` ${text} \`\`` : text.split(', ').map(code).join(', ');
}

function notYet(): string {
  const list = (keys: readonly string[]): string => keys.map(code).join(', ');
  return [
    '## Not in this version',
    'These keys of the interface are refused by name, never ignored; `worker_selector: local` is accepted, as every DAG runs here.',
    `DAG: ${list(rootFields.unavailable)}.`,
    `Step: ${list(stepFields.unavailable)}.`,
  ].join('\n\n');
}
