import fc from 'fast-check';
import { API_PREFIX } from '../../../engine/contract/rest.ts';
import { document, type Described, type DescribedParameter, type Schema } from './document.ts';

export interface AnyRequest {
  readonly operationId: string;
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly body: string | undefined;
}

/** Definitions that may run: they do nothing. No other text ever becomes one. */
const harmless = [
  'steps:\n  - name: only\n    command: "true"\n',
  'params:\n  - WHO: ann\nsteps:\n  - name: only\n    command: echo hello\n    output: GREETING\n',
  'steps:\n  - name: only\n    type: hitl\n',
  'steps:\n  - name: only\n    call: child\n---\nname: child\nsteps:\n  - name: inner\n    command: "true"\n',
  'steps:\n  - name: only\n    command: "false"\n',
  'steps: 1\n',
  '',
];

/** Values by the name of a field, by `operation/field` or by `group/field`. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** What there is on the server, so that not every request is about something unknown. */
const always: Known = {
  fileName: ['quick', 'parent', 'gate', 'extra', 'quick.yaml'],
  name: ['quick', 'quick', 'parent', 'gate'],
  newFileName: ['extra', 'other'],
  dagName: ['quick', 'gate', 'extra'],
  dagRunId: ['one', 'two', 'latest'],
  newDagRunId: ['three', 'four'],
  stepName: ['only', 'only', 'inner'],
  defaultWorkingDir: ['/tmp', 'relative'],
  queue: ['quick', 'slow'],
  remoteNode: ['local', 'local', 'local', 'elsewhere'],
  role: ['viewer', 'operator'],
  'runs.setStepStatus/status': ['2', '4'],
  // What all others need stays.
  'dags.delete/fileName': ['extra', 'other'],
  'dags.rename/fileName': ['extra', 'other'],
  'dags.updateSpec/fileName': ['extra', 'other'],
  'runs.cleanup/fileName': ['extra', 'gate'],
  'webhooks.regenerate/fileName': ['gate', 'parent'],
  'webhooks.delete/fileName': ['gate', 'parent'],
  'webhooks.trigger/fileName': ['quick'],
  'webhooks.trigger/dagRunId': ['five', 'six', 'seven'],
  'dags.create/name': ['extra', 'other', 'made'],
  'runs.start/dagRunId': ['five', 'six', 'seven'],
  'runs.enqueue/dagRunId': ['five', 'six', 'seven'],
  'subRuns/name': ['parent'],
  username: ['bob', 'eve'],
  password: ['long-enough'],
  newPassword: ['long-enough'],
};

const oddText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ minLength: 200, maxLength: 600 }),
  fc.constantFrom(
    '..',
    '.',
    '../up',
    '%2e%2e',
    'a/b',
    '\0',
    'NaN',
    '-1',
    '1e9',
    '__proto__',
    'null',
  ),
);
const oddValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), oddText, fc.integer(), fc.constant(null));

/** Requests to operations of the document, most of them nearly right; `there` is what the server has beside the usual. */
export function anyRequest(there: Known): fc.Arbitrary<AnyRequest> {
  const known = { ...always, ...there };
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Streams do not end.
      .filter(([, { tags }]) => !tags.includes('events'))
      .map(([method, operation]) => requestTo({ path, method, operation, known })),
  );
  return fc.oneof(...all);
}

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly operation: Described;
  readonly known: Known;
}

function requestTo({ path, method, operation, known }: Asked): fc.Arbitrary<AnyRequest> {
  const { operationId, parameters, requestBody } = operation;
  const inPath = parameters.filter((each) => each.in === 'path');
  const [group = ''] = operationId.split('.');
  const values: Values = (name, schema) =>
    valueFor(schema, known[`${operationId}/${name}`] ?? known[`${group}/${name}`] ?? known[name]);
  const media = requestBody?.content['application/json'];
  return fc.record({
    operationId: fc.constant(operationId),
    method: fc.constant(method.toUpperCase()),
    target: fc
      .tuple(fc.tuple(...inPath.map((each) => textFor(each, values))), queryFor(parameters, values))
      .map(([texts, query]) => `${API_PREFIX}${filled(path, inPath, texts)}${query}`),
    contentType: often(fc.constant('application/json'), fc.constantFrom('text/plain', '')),
    body: media === undefined ? fc.constant(undefined) : bodyFor(operationId, media.schema, values),
  });
}

function filled(
  path: string,
  fields: readonly DescribedParameter[],
  values: readonly string[],
): string {
  const byName = new Map(fields.map(({ name }, at) => [name, values[at] ?? '']));
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((byName.get(name) ?? '').toWellFormed()),
  );
}

/** Values that a field of a name can have. */
type Values = (name: string, schema: Schema) => fc.Arbitrary<unknown>;

function queryFor(parameters: readonly DescribedParameter[], values: Values): fc.Arbitrary<string> {
  const fields = parameters
    .filter((each) => each.in === 'query')
    .map((each) => {
      const text = textFor(each, values);
      return perhaps(
        each.required,
        text.map((given): [string, string] => [each.name, given]),
      );
    });
  const unknown = often(fc.constant(null), fc.tuple(oddText, oddText));
  return fc.tuple(fc.tuple(...fields), unknown).map(([own, other]) => {
    const query = new URLSearchParams();
    for (const pair of [...own, other]) if (pair !== null) query.append(...pair);
    return query.size === 0 ? '' : `?${query}`;
  });
}

function textFor(
  { name, schema, example }: DescribedParameter,
  values: Values,
): fc.Arbitrary<string> {
  const fitting = values(name, schema).map(String);
  const shown = example === undefined ? fitting : fc.constant(String(example));
  return often(often(fitting, shown), oddText);
}

function bodyFor(
  operationId: string,
  schema: Schema,
  values: Values,
): fc.Arbitrary<string | undefined> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? []) as readonly string[];
  const isOnlyRead = operationId === 'dags.validate';
  const fields = Object.entries(properties).map(([name, each]) => {
    // Whatever is written there is run: it comes from the list, or it is no text.
    const isRun = name === 'spec' && !isOnlyRead;
    const odd = isRun ? oddValue.filter((value) => typeof value !== 'string') : oddValue;
    const value = often(name === 'spec' ? specs(isOnlyRead) : values(name, each), odd);
    return perhaps(
      required.includes(name),
      value.map((given): [string, unknown] => [name, given]),
    );
  });
  const object = fc
    .tuple(...fields)
    .map((pairs) => Object.fromEntries(pairs.filter((pair) => pair !== null)));
  const text = often(object, object.map(withExtra)).map((body) => JSON.stringify(body));
  const odd = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom('', '{', '[]', '7', 'null', '"text"', '{"a":1}}', '\u0000'),
  );
  return often(text, odd);
}

function withExtra(body: object): object {
  return { ...body, unknownField: { deep: [1] } };
}

function specs(isOnlyRead: boolean): fc.Arbitrary<string> {
  const fixed = fc.constantFrom(...harmless);
  return isOnlyRead ? fc.oneof(fixed, oddText, yaml) : fixed;
}

/** Text that a YAML reader has something to do with. */
const yaml = fc
  .array(
    fc.constantFrom(
      'steps:',
      '\n',
      '  ',
      '- ',
      'name: ',
      '&a ',
      '*a',
      '[',
      '{',
      '"',
      '|',
      '---',
      'x',
      ': ',
    ),
    { maxLength: 30 },
  )
  .map((words) => words.join(''));

function valueFor(schema: Schema, names: readonly string[] | undefined): fc.Arbitrary<unknown> {
  const isText = schema.type === 'string';
  if (names !== undefined) return fc.constantFrom(...(isText ? names : names.map(Number)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return integer(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor((schema.items ?? {}) as Schema, undefined), { maxLength: 3 });
    case 'object':
      return fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 });
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 60 }),
        fc.constantFrom('a=1', '2026-11-21T00:00:00Z', '1h'),
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function integer({ minimum = 0, maximum = 2_000_000_000 }: Schema): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum), Number(maximum)];
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
}

/** A field that has to be there is left out now and then, any other more often than not. */
function perhaps<A>(isRequired: boolean, field: fc.Arbitrary<A>): fc.Arbitrary<A | null> {
  return fc.oneof(
    { arbitrary: field, weight: isRequired ? 20 : 1 },
    { arbitrary: fc.constant(null), weight: isRequired ? 1 : 2 },
  );
}

/** Mostly the one, now and then the other. */
function often<A, B>(usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: other, weight: 1 });
}
