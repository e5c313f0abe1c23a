import { REFERENCE_SOURCE } from '../../reference-syntax.ts';
import { findSingleQuotes, type SingleQuotes } from '../../shell-scan.ts';
import { quoted } from '../../source/source-node.ts';
import { variablesOf } from '../known-variables.ts';
import { stepsOf } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { locate, shellTexts } from '../step-references.ts';

export const singleQuotedReference: LintRule = {
  code: 'single-quoted-reference',
  title: 'A variable in single quotes',
  why:
    'A shell does not expand variables in single quotes, so the step prints the name instead of the value. Reported where ' +
    '`echo` or `printf` prints a variable that the file defines, and where a path such as `${OUT.total}` or ' +
    '`${id.exit_code}` is in single quotes, which no other program can read either. Text that is written to a file or ' +
    'a pipe is not reported.',
  fix: 'Use double quotes.',
  wrong: `params:
  - NAME: Ada
steps:
  - command: echo 'hello $NAME'
`,
  right: `params:
  - NAME: Ada
steps:
  - command: echo "hello $NAME"
`,
  find: (document) => {
    const variables = variablesOf(document);
    const ids = new Set(document.dag.steps.flatMap(({ id }) => id ?? []));
    return stepsOf(document).flatMap((step) =>
      shellTexts(step).flatMap((shellText) =>
        findSingleQuotes(shellText.text).flatMap((quotes): Finding[] => {
          const name = literalIn(shellText.text, quotes, { variables, ids });
          if (name === undefined) return [];
          const written = shellText.text.slice(quotes.start, quotes.end);
          return [finding(name, locate(written, shellText, document.file.text))];
        }),
      ),
    );
  },
};

function finding(written: string, range: Finding['range']): Finding {
  const message = `${quoted(written)} is not expanded, because it is in single quotes`;
  return { range, message };
}

interface Known {
  readonly variables: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

const REFERENCE = new RegExp(String.raw`\$(?:\{${REFERENCE_SOURCE}\}|(?<bare>[A-Za-z_]\w*))`, 'gu');

/** The first reference between the quotes that was certainly meant as one. */
function literalIn(text: string, quotes: SingleQuotes, known: Known): string | undefined {
  if (goesOn(text, quotes)) return undefined;
  const inner = text.slice(quotes.start, quotes.end);
  const prints = quotes.command === 'echo' || quotes.command === 'printf';
  // A template of JavaScript has references of its own.
  if (inner.includes('`')) return undefined;
  for (const { 0: written, groups = {} } of inner.matchAll(REFERENCE)) {
    const isPath = Boolean(groups.path);
    const name = groups.name ?? groups.bare ?? '';
    const isKnown = known.variables.has(name) || (isPath && known.ids.has(name));
    if (isKnown && (isPath || prints)) return written;
  }
  return undefined;
}

/** Whether the line writes into a file or a pipe, where somebody else may expand what it says. */
function goesOn(text: string, { start, end }: SingleQuotes): boolean {
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const [after = ''] = text.slice(end).split('\n');
  return /[>|]/.test(`${before} ${after}`.replaceAll('||', ''));
}
