import { REFERENCE_SOURCE } from '../../reference-syntax.ts';
import { quoted } from '../../source/source-node.ts';
import { stepsOf } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { locate } from '../step-references.ts';

export const secretInArguments: LintRule = {
  code: 'secret-in-arguments',
  title: 'A secret among the arguments of a program',
  why:
    'With `shell: none` the engine puts the value into the command line of the program, and every user of the machine can ' +
    'read it while the program runs. Only its own user can read the environment of a process.',
  fix: 'Let the program read the variable from its environment, or pass the secret in a file or on standard input.',
  wrong: `secrets:
  - name: TOKEN
    provider: env
    key: API_TOKEN
steps:
  - shell: none
    command: echo --token \${TOKEN}
`,
  right: `secrets:
  - name: TOKEN
    provider: env
    key: API_TOKEN
steps:
  - shell: none
    command: printenv TOKEN
`,
  find: (document) => {
    const secrets = new Set(document.dag.secrets.map(({ name }) => name));
    if (secrets.size === 0) return [];
    return stepsOf(document)
      .flatMap(({ texts }) => texts.filter(({ reader }) => reader.kind === 'engine'))
      .flatMap((text) =>
        referencesTo(secrets, text.text).map(({ written, name }): Finding => ({
          range: locate(written, text, document.file.text),
          message: `the secret ${quoted(name)} is part of the command line of the program, which other users can read`,
        })),
      );
  },
};

const REFERENCE = new RegExp(
  String.raw`(?<!\\)\$(?:\{${REFERENCE_SOURCE}[^}]*\}|(?<bare>[A-Za-z_]\w*))`,
  'gu',
);

/** Each way of writing once. */
function referencesTo(secrets: ReadonlySet<string>, text: string) {
  const found = new Map<string, { readonly written: string; readonly name: string }>();
  for (const { 0: written, groups = {} } of text.matchAll(REFERENCE)) {
    const name = groups.name ?? groups.bare ?? '';
    if (secrets.has(name)) found.set(written, { written, name });
  }
  return [...found.values()];
}
