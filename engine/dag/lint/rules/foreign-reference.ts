import type { ParamDefinition } from '../../definition.ts';
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
    'that name in another way. `$NAME` and `$1` are reported where they are parameters and the program is one such as these.',
  fix:
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
    const { params } = document.dag;
    const ids = new Set(stepsOf(document).flatMap(({ step }) => step.id ?? []));
    return stepsOf(document).flatMap((step) =>
      languageTexts(step).flatMap((text) =>
        referencesIn(text, { variables, ids, params }).map((found): Finding => ({
          range: locate(found.written, text, document.file.text),
          message: messageFor(text.reader, found),
        })),
      ),
    );
  },
};

interface Known {
  readonly variables: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly params: readonly ParamDefinition[];
}

/** A reference that was found, and the variable that it means; null: a value that has no name. */
interface Found {
  readonly written: string;
  readonly name: string | null;
}

interface Code {
  readonly text: string;
  readonly reader: LanguageReader;
}

const REFERENCE = new RegExp(String.raw`(?<!\\)\$\{${REFERENCE_SOURCE}(?:\}|:?-)`, 'gu');
const PLAIN = /(?<![\w$\\])\$(?:([A-Za-z_]\w*|[1-9]\d*)|\{([1-9]\d*)\})/g;

/** Each once, as far as it is certain that one was meant. */
function referencesIn(code: Code, known: Known): readonly Found[] {
  const found = new Map<string, Found>();
  for (const one of [...inBraces(code, known), ...plainOnes(code, known)])
    found.set(one.written, one);
  return [...found.values()];
}

function* inBraces({ text }: Code, { variables, ids }: Known): Generator<Found> {
  for (const { 0: written, groups = {} } of text.matchAll(REFERENCE)) {
    const { name = '', path } = groups;
    const isKnown = variables.has(name) || (ids.has(name) && Boolean(path));
    if (isKnown && !speaksOf(text, name)) yield { written, name };
  }
}

/** Programs in whose code `$NAME` is no variable of their environment, and as good as never one of their own. */
const PLAIN_READERS = /^(?:python|pypy|perl|node|nodejs|bun|deno|ruby|php|lua|luajit)[\d.]*$/;
/** Code that fills in `$NAME` or `$1` itself. */
const TEMPLATES = /\bTemplate\b|substitute/;
const PATTERNS = /=~|replace|match|\bg?sub\b|\bawk\b|\bsplit\b/i;

/** `$NAME`, `$1` and `${1}`, where they are parameters of the DAG. */
function* plainOnes({ text, reader }: Code, { params }: Known): Generator<Found> {
  if (!PLAIN_READERS.test(reader.program)) return;
  for (const [written, plain, inBraces] of text.matchAll(PLAIN)) {
    const name = plain ?? inBraces ?? '';
    const isNumber = /^\d/.test(name);
    const param = params.find((one, index) =>
      isNumber ? index === Number(name) - 1 : one.name === name,
    );
    if (param === undefined || (isNumber ? PATTERNS : TEMPLATES).test(text)) continue;
    if (!isNumber && speaksOf(text, name)) continue;
    yield { written, name: param.positional ? null : param.name };
  }
}

/** Whether the text uses the name in another way, or gives a variable of this name a value: then it may be one of its own. */
function speaksOf(text: string, name: string): boolean {
  const isBare = new RegExp(String.raw`(?<![\w{$-])${name}(?![\w-])`).test(text);
  const isSet = new RegExp(
    String.raw`\$${name}\b\s*=(?!=)|\b(?:my|our|for|foreach|as)\b[^;"'\n]*\$${name}\b`,
  );
  return isBare || isSet.test(text);
}

function messageFor({ program, read }: LanguageReader, { written, name }: Found): string {
  const start = `${quoted(written)} is not expanded in code for ${program}`;
  if (name === null) return `${start}; give the parameter a name in \`params\`, and read that`;
  const isPlain = written === `\${${name}}` || !/^\$\{\D/.test(written);
  return isPlain
    ? `${start}; ${quoted(read(name))} reads it`
    : `${start}; add it to \`env\` of the step, as in \`VALUE: ${written}\`, and read that by ${quoted(read('VALUE'))}`;
}
