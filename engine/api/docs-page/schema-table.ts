import type { Schema } from './document.ts';
import { html, prose, type Html } from './html.ts';

export interface Row {
  readonly name: string;
  readonly note: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** Fields with their types and what is said of them. */
export function fieldTable(caption: string, rows: readonly Row[]): Html {
  if (rows.length === 0) return html``;
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(fieldRow)}
    </tbody>
  </table>`;
}

function fieldRow({ name, note, isRequired, schema }: Row): Html {
  const { description = '', default: preset } = schema;
  const texts = [
    ...(note === '' ? [] : [`${note}.`]),
    ...(isRequired ? ['Required.'] : []),
    String(description),
    ...(preset === undefined ? [] : [`Default: \`${JSON.stringify(preset)}\`.`]),
  ];
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${typeOf(schema)}</td>
    <td>${prose(texts.filter((text) => text !== '').join(' '))}</td>
  </tr>`;
}

/** The rows of an object's own fields. */
export function rowsOf({ properties = {}, required = [] }: Schema): readonly Row[] {
  const names = required as readonly string[];
  return Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
    name,
    note: '',
    isRequired: names.includes(name),
    schema,
  }));
}

/** A type in a few words; named shapes are links. */
export function typeOf(schema: Schema): Html {
  const { $ref, allOf, anyOf, oneOf, items, type, additionalProperties } = schema;
  if (typeof $ref === 'string') return shapeLink($ref.split('/').at(-1) ?? '');
  const options = (anyOf ?? oneOf ?? allOf) as readonly Schema[] | undefined;
  if (options !== undefined) return joined(options.map(typeOf));
  if (Array.isArray(schema.enum)) return html`${schema.enum.map(word).join(' | ')}`;
  if ('const' in schema) return html`${word(schema.const)}`;
  if (type === 'array') return html`array of ${typeOf((items ?? {}) as Schema)}`;
  if (typeof additionalProperties === 'object') {
    return html`object of ${typeOf(additionalProperties as Schema)}`;
  }
  if (type === 'object' && schema.properties !== undefined) return inner(schema);
  return html`${[type].flat().join(' | ') || 'any'}${range(schema)}`;
}

function inner({ properties = {} }: Schema): Html {
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, schema]) => html`<li><code>${name}</code>: ${typeOf(schema)}</li>`,
  );
  return html`object with
    <ul>
      ${fields}
    </ul>`;
}

function joined(types: readonly Html[]): Html {
  return html`${types.map((type, at) => (at === 0 ? type : html` or ${type}`))}`;
}

function range({ minimum, maximum, minLength, maxLength }: Schema): string {
  const from = minimum ?? minLength;
  const to = maximum ?? maxLength;
  if (from === undefined && to === undefined) return '';
  return ` (${String(from ?? '')}…${String(to ?? '')})`;
}

const word = (value: unknown): string => JSON.stringify(value);

function shapeLink(name: string): Html {
  return html`<a href="#shape-${name}">${name}</a>`;
}
