import { didYouMean } from '../../lib/suggest.ts';
import { schemaFormats } from '../param-schema.ts';
import type { Report } from '../source/report.ts';
import { describeNode, quoted, type SourceNode } from '../source/source-node.ts';
import type { FieldContext } from './field.ts';
import { checkPattern } from './pattern-field.ts';
import { reportUnknownKey } from './unknown-key.ts';

/** Reports what is wrong with the value of a keyword. */
type Check = (node: SourceNode, context: FieldContext) => void;

/**
 * Reports where a JSON Schema is none, by the drafts 2020-12 and 07 (https://json-schema.org/specification), each mistake at
 * its place. What hangs together over several places, such as references, is seen when the schema is first asked.
 */
export function checkSchema(node: SourceNode, report: Report): void {
  if (node.kind !== 'map') return;
  for (const { key, value } of node.entries) {
    const check = keywords.get(key.text);
    if (check === undefined) reportUnknownKey(key, { known: [...keywords.keys()] }, report);
    else check(value, { label: quoted(key.text), report });
  }
}

const refuse = (node: SourceNode, { label, report }: FieldContext, what: string): void =>
  report.error(node, `${label} must be ${what}, got ${describeNode(node)}`);

const anything: Check = () => undefined;

const schema: Check = (node, context) => {
  const isSwitch = node.kind === 'scalar' && node.plain === 'boolean';
  if (node.kind === 'map') checkSchema(node, context.report);
  else if (!isSwitch) refuse(node, context, 'a schema (a map, true or false)');
};

/** A scalar of which YAML and this say that it is one. */
const scalar =
  (what: string, isOne: (text: string, plain: string) => boolean): Check =>
  (node, context) => {
    const isGood = node.kind === 'scalar' && isOne(node.text, node.plain);
    if (!isGood) refuse(node, context, what);
  };

const text = scalar('text', (_, plain) => plain === 'text');
const flag = scalar('true or false', (_, plain) => plain === 'boolean');
const isNumber = (plain: string) => plain === 'integer' || plain === 'number';
const number = scalar('a number', (_, plain) => isNumber(plain));
const positive = scalar(
  'a number above 0',
  (written, plain) => isNumber(plain) && Number(written) > 0,
);
const count = scalar('a whole number from 0', (written, plain) => {
  return isNumber(plain) && Number.isInteger(Number(written)) && Number(written) >= 0;
});

const listOf =
  (what: string, item: Check, min = 0): Check =>
  (node, context) => {
    if (node.kind !== 'list' || node.items.length < min) return refuse(node, context, what);
    for (const one of node.items) item(one, context);
  };

const mapOf =
  (item: Check, checkKey: Check = anything): Check =>
  (node, context) => {
    if (node.kind !== 'map') return refuse(node, context, 'a map');
    for (const { key, value } of node.entries) {
      checkKey(key, context);
      item(value, context);
    }
  };

/** What is a list in one draft, or in one of its uses. */
const either =
  (list: Check, other: Check): Check =>
  (node, context) =>
    (node.kind === 'list' ? list : other)(node, context);

const wordOf =
  (words: readonly string[]): Check =>
  (node, { label, report }) => {
    if (node.kind === 'scalar' && node.plain !== 'null' && words.includes(node.text)) return;
    const hint = node.kind === 'scalar' ? didYouMean(node.text, words) : '';
    report.error(
      node,
      `${label} must be one of ${words.join(', ')}, got ${describeNode(node)}${hint}`,
    );
  };

const pattern: Check = (node, context) => {
  if (node.kind === 'scalar') checkPattern(`re:${node.text}`, node, context);
  else text(node, context);
};

const types = wordOf(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const schemas = listOf('a list of schemas', schema, 1);
const names = listOf('a list of names', text);

/** The checks of keywords that take the same. */
const all = (check: Check, ...keys: readonly string[]): readonly (readonly [string, Check])[] =>
  keys.map((key) => [key, check]);

const keywords: ReadonlyMap<string, Check> = new Map([
  ...all(text, '$id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$comment', '$schema'),
  ...all(text, 'title', 'description', 'contentEncoding', 'contentMediaType'),
  ...all(anything, 'default', 'const', 'examples', '$vocabulary'),
  ...all(flag, 'uniqueItems', 'readOnly', 'writeOnly', 'deprecated', 'nullable'),
  ...all(number, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...all(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'),
  ...all(count, 'minProperties', 'maxProperties'),
  ...all(schema, 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'contentSchema'),
  ...all(schema, 'additionalProperties', 'additionalItems'),
  ...all(schema, 'unevaluatedProperties', 'unevaluatedItems'),
  ...all(schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...all(mapOf(schema), 'properties', '$defs', 'definitions', 'dependentSchemas'),
  ...all(mapOf(schema, pattern), 'patternProperties'),
  ...all(mapOf(names), 'dependentRequired'),
  ...all(mapOf(either(names, schema)), 'dependencies'),
  ...all(either(schemas, schema), 'items'),
  ...all(either(listOf('a list of types', types, 1), types), 'type'),
  ...all(listOf('a list of at least one value', anything, 1), 'enum'),
  ...all(wordOf(schemaFormats), 'format'),
  ...all(names, 'required'),
  ...all(positive, 'multipleOf'),
  ...all(pattern, 'pattern'),
]);
