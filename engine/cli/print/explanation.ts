import type { ExplainedSource, Explanation } from '../../dag/explain/explanation.ts';
import type { Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { table } from './table.ts';

/** For programs: the documentation, the value and its source. */
export function explanationData({ path, field, value, source }: Explanation) {
  const { about, type, fallback, required, fields, examples } = field;
  return {
    path,
    about,
    type,
    default: fallback === null ? null : (JSON.parse(fallback) as unknown),
    required,
    value,
    source,
    keys: fields.map(({ key, about: words }) => ({ key, about: words })),
    example: examples[0]?.spec ?? null,
  };
}

/** One key, for people. */
export function explanationText(
  { path, field, value, source }: Explanation,
  file: string,
  out: Output,
): string {
  const { bold, dim } = out.colors;
  const facts: readonly (readonly [string, string])[] = [
    ['takes', field.type],
    ['default', field.required ? 'none (required)' : (field.fallback ?? 'none')],
    ['value', valueText(value)],
    ['from', sourceText(source, file)],
  ];
  const lines = [
    bold(oneLine(path)),
    field.about,
    '',
    ...facts.map(([name, text]) => `  ${dim(name.padEnd(9))}${text}`),
    '',
  ];
  const keys = field.fields.length === 0 ? '' : `${keyTable(field.fields, out)}\n`;
  return `${lines.join('\n')}\n${keys}${exampleText(field.examples[0]?.spec, out)}`;
}

/** All keys of a DAG or a step, for people. */
export function explanationTable(
  { explanations }: { readonly explanations: readonly Explanation[] },
  file: string,
  out: Output,
): string {
  return table<Explanation>(
    [
      { title: 'KEY', value: ({ field }) => field.key },
      { title: 'VALUE', value: ({ value }) => shortened(valueText(value)) },
      { title: 'SOURCE', value: ({ source }) => sourceText(source, file) },
      { title: 'DESCRIPTION', value: ({ field }) => field.about },
    ],
    explanations,
    out,
  );
}

function keyTable(fields: Explanation['field']['fields'], out: Output): string {
  return table(
    [
      { title: 'KEY', value: ({ key }) => key },
      { title: 'TAKES', value: ({ type }) => type },
      { title: 'DESCRIPTION', value: ({ about }) => about },
    ],
    fields,
    out,
  );
}

function exampleText(spec: string | undefined, { colors }: Output): string {
  if (spec === undefined) return '';
  const lines = spec.trimEnd().split('\n');
  return `${colors.dim('For example:')}\n\n${lines
    .map((line) => `  ${line}`)
    .join('\n')
    .trimEnd()}\n`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const LONGEST_VALUE = 40;

function shortened(text: string): string {
  const line = oneLine(text);
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE - 1)}…` : line;
}

function sourceText(source: ExplainedSource, file: string): string {
  switch (source.kind) {
    case 'file':
      return `${file}:${source.line}:${source.column}`;
    case 'file and base':
      return `${file}:${source.line}:${source.column} and base.yaml`;
    case 'base':
      return 'base.yaml';
    case 'default':
      return 'the default';
    case 'implied':
      return source.by;
  }
}
