import { z } from 'zod';
import type { Operation } from '../../../engine/contract/operation.ts';
import {
  operationNames,
  operations,
  type OperationName,
} from '../../../engine/contract/operations.ts';
import { pathFields, takesBody } from '../../../engine/contract/rest.ts';
import { costlyRequest, type CostlyRequest, type Fields } from './costly-request.ts';
import { costlyCrontabs, costlyParams, costlySpecs, LARGE, type Texts } from './costly-values.ts';

/** Values of fields by their name, or by `operation/field`. */
export type Known = Readonly<Record<string, unknown>>;

const LONG_QUERY = 12_000;

/** Requests to every operation that make it work as hard as a request of less than 1 MB can. */
export function* costlyRequests(known: Known): Generator<CostlyRequest, void> {
  const specs = costlySpecs();
  for (const name of operationNames) {
    yield costlyRequest(name, 'plain', usual(name, known));
    yield* costlyFields(name, known, specs);
    if (takesBody(operations[name])) yield* oddBodies(name, known);
  }
}

type Property = { readonly type?: string | readonly string[] };

function propertiesOf(name: OperationName): Readonly<Record<string, Property>> {
  const { input }: Operation = operations[name];
  const schema = z.toJSONSchema(input(), { io: 'input', unrepresentable: 'any' });
  return (schema.properties ?? {}) as Readonly<Record<string, Property>>;
}

function requiredOf(name: OperationName): readonly string[] {
  const { input }: Operation = operations[name];
  return z.toJSONSchema(input(), { io: 'input', unrepresentable: 'any' }).required ?? [];
}

/** The fields that a call needs, and others that are known of this operation. */
function usual(name: OperationName, known: Known): Fields {
  const given = Object.keys(propertiesOf(name)).filter((field) => `${name}/${field}` in known);
  const needed = [...new Set([...pathFields(operations[name]), ...requiredOf(name), ...given])];
  return Object.fromEntries(
    needed.map((field) => [field, known[`${name}/${field}`] ?? known[field] ?? 'x']),
  );
}

/** Each field in turn with values that are costly in its place. */
function* costlyFields(
  name: OperationName,
  known: Known,
  specs: Texts,
): IterableIterator<CostlyRequest> {
  const inPath = new Set(pathFields(operations[name]));
  const base = usual(name, known);
  for (const [field, property] of Object.entries(propertiesOf(name))) {
    const values =
      takesBody(operations[name]) && !inPath.has(field)
        ? inBody({ name, field, property, specs })
        : inAddress({ name, field, property, isInPath: inPath.has(field), known });
    for (const [what, value] of values)
      yield costlyRequest(name, `${field}: ${what}`, { ...base, [field]: value });
  }
}

interface Field {
  readonly name: OperationName;
  readonly field: string;
  readonly property: Property;
}

type Values = readonly (readonly [what: string, value: unknown])[];

const ofTexts = (texts: Texts): Values => Object.entries(texts);

function inBody({ name, field, property, specs }: Field & { readonly specs: Texts }): Values {
  if (/^(?:spec|against|base)$/.test(field)) return ofTexts(specs);
  if (name === 'imports.plan' && field === 'files') return importFiles(specs);
  if (name === 'imports.apply' && field === 'dags') return dagsToApply(specs);
  if (field === 'params' && property.type === 'string') return ofTexts(costlyParams);
  if (/^(?:start|stop|restart)$/.test(field)) return scheduleLines;
  if (property.type === 'array')
    return [
      ['many items', Array.from({ length: LARGE / 4 }, () => 'x')],
      ['many objects', Array.from({ length: LARGE / 3 }, () => ({}))],
      ['one long item', ['x'.repeat(LARGE)]],
    ];
  if (property.type === 'object')
    return [
      [
        'many keys',
        Object.fromEntries(Array.from({ length: LARGE / 14 }, (_, i) => [`k${i}`, 'v'])),
      ],
      [
        'wrong keys',
        Object.fromEntries(Array.from({ length: LARGE / 14 }, (_, i) => [`k ${i}`, 1])),
      ],
      ['a long value', { k: 'x'.repeat(LARGE) }],
    ];
  return [
    ['a long text', 'x'.repeat(LARGE)],
    ['a long text of spaces', ' '.repeat(LARGE)],
    ['a long text of dots', '.'.repeat(LARGE)],
    ['a long text of letters beyond ASCII', 'ж'.repeat(LARGE / 2)],
    ['a long text of lines', 'x\n'.repeat(LARGE / 2)],
    ['a long path', '/'.repeat(LARGE)],
    ['many items', Array.from({ length: LARGE / 4 }, () => 'x')],
  ];
}

const zones = Intl.supportedValuesOf('timeZone');
const scheduleLines: Values = [
  ['lines that never fire', Array.from({ length: 100 }, () => '0 0 30 2 *')],
  ['lines that rarely fire', Array.from({ length: 100 }, () => '0 0 29 2 1')],
  ['lines that often fire', Array.from({ length: 100 }, () => '* * * * *')],
  [
    'zones',
    Array.from(
      { length: 100 },
      (_, index) => `CRON_TZ=${zones[index % zones.length] ?? 'UTC'} 0 0 29 2 1`,
    ),
  ],
  ['long lines', Array.from({ length: 100 }, () => `${'0,'.repeat(4400)}0 * * * *`)],
  ['many lines', Array.from({ length: 80_000 }, () => '* * * * *')],
];

function importFiles(specs: Texts): Values {
  const crontabs = Object.entries(costlyCrontabs()).map(
    ([what, texts]) =>
      [
        `crontabs: ${what}`,
        texts.map((text, index) => ({ name: `${index}.crontab`, text })),
      ] as const,
  );
  const ofSpecs = Object.entries(specs).map(
    ([what, text]) =>
      [
        `definitions: ${what}`,
        copiesOf(text, 250_000).map((copy, index) => ({ name: `d${index}.yaml`, text: copy })),
      ] as const,
  );
  return [...crontabs, ...ofSpecs];
}

function dagsToApply(specs: Texts): Values {
  return Object.entries(specs).map(([what, text]) => [
    what,
    // Names that there cannot be: nothing is made.
    copiesOf(text, 500_000).map((spec, index) => ({ fileName: `d${index}`, spec, replaces: 'x' })),
  ]);
}

/** As many as make 900 KB, each of at most so many characters. */
function copiesOf(text: string, most: number): readonly string[] {
  const cut = text.slice(0, most);
  const count = Math.max(1, Math.min(1000, Math.floor(LARGE / (JSON.stringify(cut).length + 60))));
  return Array.from({ length: count }, () => cut);
}

function inAddress({
  name,
  field,
  property,
  isInPath,
  known,
}: Field & { readonly isInPath: boolean; readonly known: Known }): Values {
  const own = known[`${name}/${field}/costly`] as readonly unknown[] | undefined;
  if (own !== undefined) return own.map((value) => [String(value).slice(0, 40), value]);
  if (property.type === 'integer')
    return [
      ['the most', 1000],
      ['far', 1_000_000],
    ];
  const texts: Values = [
    ['a long text', 'x'.repeat(LONG_QUERY)],
    ['wildcards', '*a'.repeat(LONG_QUERY / 2)],
  ];
  if (isInPath) return texts;
  return [
    ...texts,
    ['conditions', Array.from({ length: 100 }, (_, i) => `*a*b*c*${i}*=*x*y*`).join(',')],
    ['commas', ','.repeat(LONG_QUERY)],
    ['an empty text', ''],
    ['one letter', 'e'],
  ];
}

/** Bodies that are costly to read, whatever their fields. */
function* oddBodies(name: OperationName, known: Known): IterableIterator<CostlyRequest> {
  const plain = costlyRequest(name, '', usual(name, known));
  const inner = (plain.body ?? '{}').replace(/^\{|\}$/g, '');
  const separated = inner === '' ? '' : `${inner},`;
  const bodies: Texts = {
    'deep lists': `{${separated}"x":${'['.repeat(LARGE / 2)}${']'.repeat(LARGE / 2)}}`,
    'deep objects': `{${separated}"x":${'{"a":'.repeat(LARGE / 6)}1${'}'.repeat(LARGE / 6)}}`,
    'many keys': `{${separated}${Array.from({ length: LARGE / 12 }, (_, i) => `"k${i}":1`).join()}}`,
    'one key many times': `{${separated}${'"k":1,'.repeat(LARGE / 6)}"k":1}`,
    'keys like numbers': `{${separated}${Array.from({ length: LARGE / 12 }, (_, i) => `"${i * 99}":1`).join()}}`,
    'a list': `[${'0,'.repeat(LARGE / 2)}0]`,
    'a long number': `{${separated}"x":${'9'.repeat(LARGE)}}`,
    escapes: `{${separated}"x":"${'\\u0061'.repeat(LARGE / 6)}"}`,
    'an open text': `{"x":"${'\\"'.repeat(LARGE / 2)}`,
    spaces: `{${' '.repeat(LARGE)}}`,
  };
  for (const [what, body] of Object.entries(bodies))
    yield { ...plain, what: `body: ${what}`, body };
}
