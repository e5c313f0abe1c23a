/** A schema of parameters of about so many characters, with the text of a value for its parameter A. */
export type HostileSchema = (characters: number) => {
  /** JSON. */
  readonly schema: string;
  readonly value: string;
};

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => make(index));

/** A part within a part, and so on, which is too deep to be written by `JSON.stringify`. */
const nested = (levels: number, [before, after]: readonly [string, string]): string =>
  ofText(`${before.repeat(levels)}{}${after.repeat(levels)}`);

const ofText = (part: string): string => `{"properties":{"A":${part}}}`;
const ofA = (part: object) => ofText(JSON.stringify(part));
const numbers = (size: number): string => JSON.stringify(times(size / 2, () => 1));
const lists = (size: number): string => JSON.stringify(times(size / 8, (index) => [index]));
const brackets = (size: number): string => '['.repeat(size / 2) + ']'.repeat(size / 2);

export const hostileSchemas: Readonly<Record<string, HostileSchema>> = {
  'references that double at each level': () => ({
    schema: JSON.stringify({
      properties: { A: { $ref: '#/$defs/d0' } },
      $defs: Object.fromEntries(
        times(40, (level) => {
          const next = { $ref: `#/$defs/d${level + 1}` };
          return [`d${level}`, level === 39 ? { type: 'string' } : { allOf: [next, next] }];
        }),
      ),
    }),
    value: 'x',
  }),
  'a reference to itself': (size) => ({
    schema: JSON.stringify({
      properties: { A: { type: 'array', items: { $ref: '#/properties/A' } } },
    }),
    value: brackets(size),
  }),
  'negations of negations': (size) => ({
    schema: nested(size / 8, ['{"not":', '}']),
    value: 'x',
  }),
  'lists of lists': (size) => ({
    schema: nested(size / 11, ['{"items":', '}']),
    value: brackets(size),
  }),
  'towers of allOf': (size) => ({
    schema: nested(size / 25, ['{"allOf":[', ',{"minLength":1}]}']),
    value: 'x',
  }),
  'many of allOf for each item': (size) => ({
    schema: ofA({ items: { allOf: times(size / 16, (index) => ({ minimum: 5 + index })) } }),
    value: numbers(size),
  }),
  'many of oneOf for each item': (size) => ({
    schema: ofA({ items: { oneOf: times(size / 16, (index) => ({ minimum: 5 + index })) } }),
    value: numbers(size),
  }),
  'unique items': (size) => ({ schema: ofA({ uniqueItems: true }), value: lists(size) }),
  'a huge enum': (size) => ({
    schema: ofA({ items: { enum: times(size / 9, (index) => [index]) } }),
    value: lists(size),
  }),
  'an expression that goes back': (size) => ({
    schema: ofA({ type: 'string', pattern: '^(a+)+$' }),
    value: `${'a'.repeat(size)}b`,
  }),
  'many expressions': (size) => ({
    schema: ofA({
      type: 'string',
      allOf: times(size / 40, (index) => ({ pattern: `[a-z]{1,500}${index}` })),
    }),
    value: 'a'.repeat(700),
  }),
  'expressions for names': (size) => ({
    schema: JSON.stringify({
      patternProperties: Object.fromEntries(times(size / 20, (i) => [`a${i}*`, {}])),
    }),
    value: 'x',
  }),
  'many properties': (size) => ({
    schema: ofA({
      properties: Object.fromEntries(times(size / 24, (i) => [`p${i}`, { type: 'integer' }])),
    }),
    value: '{}',
  }),
};
