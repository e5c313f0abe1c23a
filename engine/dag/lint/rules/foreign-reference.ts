import { REFERENCE_SOURCE } from '../../reference-syntax.ts';
import { quoted } from '../../source/source-node.ts';
import type { LanguageReader } from '../../step-type.ts';
import { variablesOf } from '../known-variables.ts';
import { stepsOf } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { locate, languageTexts } from '../step-references.ts';

export const foreignReference: LintRule = {
  code: 'foreign-reference',
  title: 'A reference in the code of another language',
  why:
    'References in code for `python3`, `perl`, `node` and other languages are not expanded: there `${NAME}` is text, or means ' +
    'something else. Reported where it names a variable of the file or the `id` of a step, and the code does not use ' +
    'that name in another way.',
  mend:
    'Read the variable from the environment, as the message shows. For a reference with a path, such as `${OUT.total}`, first add ' +
    'an entry to `env` of the step.',
  wrong: `params:
  - NAME: Ada
steps:
  - shell: python3
    command: print("hello \${NAME}")
`,
  right: `params:
  - NAME: Ada
steps:
  - shell: python3
    command: import os; print("hello", os.environ["NAME"])
`,
  find: (document) => {
    const variables = variablesOf(document);
    const ids = new Set(stepsOf(document).flatMap(({ step }) => step.id ?? []));
    return stepsOf(document).flatMap((step) =>
      languageTexts(step).flatMap((text) =>
        referencesIn(text, { variables, ids }).map(({ written, name }): Finding => ({
          range: locate(written, text, document.file.text),
          message: messageFor(text.reader, written, name),
        })),
      ),
    );
  },
};

interface Known {
  readonly variables: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

const REFERENCE = new RegExp(String.raw`(?<!\\)\$\{${REFERENCE_SOURCE}(?:\}|:?-)`, 'gu');

/** Each once, as far as it is certain that one was meant. */
function referencesIn({ text }: { readonly text: string }, { variables, ids }: Known) {
  const found = new Map<string, { readonly written: string; readonly name: string }>();
  for (const { 0: written, groups = {} } of text.matchAll(REFERENCE)) {
    const { name = '', path } = groups;
    const isKnown = variables.has(name) || (ids.has(name) && Boolean(path));
    if (isKnown && !speaksOf(text, name)) found.set(written, { written, name });
  }
  return [...found.values()];
}

/** Whether the text has the name without `${` before it: then it may be one of its own. */
function speaksOf(text: string, name: string): boolean {
  return new RegExp(String.raw`(?<![\w{-])${name}(?![\w-])`).test(text);
}

function messageFor({ program, read }: LanguageReader, written: string, name: string): string {
  const isPath = written !== `\${${name}}`;
  const start = `${quoted(written)} is not expanded in code for ${program}`;
  return isPath
    ? `${start}; add it to \`env\` of the step, as in \`VALUE: ${written}\`, and read that by ${quoted(read('VALUE'))}`
    : `${start}; ${quoted(read(name))} reads it`;
}
