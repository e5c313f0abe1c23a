import { isBuiltIn } from '../../declared-names.ts';
import type { EnvEntry } from '../../definition.ts';
import { nameOf } from '../../reference-syntax.ts';
import { quoted } from '../../source/source-node.ts';
import { textParts } from '../../text-parts.ts';
import { stepsOf, type LintDocument } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { locate } from '../step-references.ts';

export const filledInLater: LintRule = {
  code: 'filled-in-later',
  title: 'A field of the DAG that uses a value which comes later',
  why:
    'When a run starts, `env` of the DAG is filled in first, then `params`, each from its first entry to its last, and then the ' +
    'secrets. Outputs come with the steps. What is not there yet is empty.',
  fix: 'Move the entry to `env` of the steps that need it, or behind the value that it uses.',
  wrong: `params:
  - REGION: north
env:
  - FILE: \${REGION}.csv
steps:
  - command: echo "reading $FILE"
`,
  right: `params:
  - REGION: north
  - FILE: \${REGION}.csv
steps:
  - command: echo "reading $FILE"
`,
  find: (document) => {
    const { env, params, secrets } = document.dag;
    const outputs = stepsOf(document).flatMap(({ step }) => step.output?.name ?? []);
    const afterParams = new Map([
      ...outputs.map((name) => [name, 'any step runs'] as const),
      ...secrets.map(({ name }) => [name, 'the secrets'] as const),
    ]);
    const afterEnv = params.map(({ name }) => [name, 'the parameters'] as const);
    const written = params.filter(({ isData }) => isData !== true);
    const defaults = written.map((param) => ({ ...param, value: param.defaultValue ?? '' }));
    const known = env.map(({ name }) => name);
    return [
      ...findingsIn(document, {
        ...{ key: 'env', entries: env, known: [] },
        later: new Map([...afterParams, ...afterEnv]),
      }),
      ...findingsIn(document, { key: 'params', entries: defaults, known, later: afterParams }),
    ];
  },
};

interface FilledField {
  readonly key: 'env' | 'params';
  /** In the order in which they are filled in; those of base.yaml have no place in the file. */
  readonly entries: readonly EnvEntry[];
  /** Names that have a value before all of them. */
  readonly known: readonly string[];
  /** Names that get theirs after all of them, and what gives it. */
  readonly later: ReadonlyMap<string, string>;
}

// Each is looked for in the text. What follows in a longer field is left unchecked.
const MAX_REFERENCES = 1000;

function findingsIn(document: LintDocument, field: FilledField): readonly Finding[] {
  const place = document.given.get(field.key)?.value;
  if (place === undefined) return [];
  const filled = new Set(field.known);
  const references = field.entries.flatMap(({ name: entry, value, source }) => {
    // An entry that names itself imports a variable of the system.
    filled.add(entry);
    const names = source === 'base' ? [] : namesIn(value);
    return names.map((one) => ({ ...one, isEmpty: !filled.has(one.name) && !isBuiltIn(one.name) }));
  });
  let { start } = place;
  return references.slice(0, MAX_REFERENCES).flatMap(({ name, written, isEmpty }): Finding[] => {
    const range = locate(written, { start, end: place.end }, document.file.text);
    start = range.end < place.end ? range.end : start;
    const reason = isEmpty ? reasonOf(name, field) : null;
    return reason === null ? [] : [{ range, message: `${quoted(name)} is empty here: ${reason}` }];
  });
}

/** Null: the name is that of a variable of the system, or of nothing. */
function reasonOf(name: string, { key, entries, later }: FilledField): string | null {
  if (entries.some((entry) => entry.name === name)) return 'it comes after this entry';
  const giver = later.get(name);
  return giver === undefined ? null : `${quoted(key)} of the DAG is filled in before ${giver}`;
}

/** What a value refers to; a reference with a default has a value in any case. */
function namesIn(value: string) {
  return textParts(value).flatMap((part) => {
    const [reading, ...others] = part.kind === 'reference' ? part.readings : [];
    if (part.kind !== 'reference' || !reading || reading.fallback || others.length > 0) return [];
    return [{ name: nameOf(reading.expression), written: value.slice(part.start, part.end) }];
  });
}
