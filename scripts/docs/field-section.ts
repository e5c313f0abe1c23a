import type { ManualField } from '../../engine/dag/manual/manual-fields.ts';
import { code, example, table } from './markdown.ts';

/** One key of a DAG or of a step. */
export function fieldSection(field: ManualField): string {
  const facts = [`**Takes** ${field.type}`];
  if (field.fallback !== null) facts.push(`**default** ${code(field.fallback)}`);
  return [
    `### ${field.path}`,
    field.about,
    `${facts.join(' · ')}`,
    ...keyTable(field.fields),
    ...field.examples.map(example),
  ].join('\n\n');
}

/** The keys of a map, with those of maps within it. */
export function keyTable(fields: readonly ManualField[]): readonly string[] {
  if (fields.length === 0) return [];
  return [
    table(
      ['Key', 'Takes', 'Default', ''],
      fields.flatMap((field) => rows(field, '')),
    ),
  ];
}

function rows(field: ManualField, prefix: string): readonly (readonly string[])[] {
  const { key, type, fallback, required, about, fields } = field;
  const missing = required ? 'required' : fallback === null ? '' : code(fallback);
  return [
    [code(prefix + key), type, missing, about],
    ...fields.flatMap((below) => rows(below, `${prefix}${key}.`)),
  ];
}
