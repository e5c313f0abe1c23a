import fc from 'fast-check';

/** Shell text in here does nothing whoever runs it: the campaign is about engines that would. */
const shellTexts = ['; true', '$(true)', '`true`', '| echo x', '&& echo x', '\'"$(echo x)', '!!'];

const paths = [
  ...['../../../../etc/passwd', '..\\..\\x', '%2e%2e%2f', '....//', '/etc/shadow', '.', '..'],
  ...['file:///etc/passwd', 'C:\\CON', 'CON', 'nul.yaml', '~root', '.hidden', 'a/../../b', 'a/b'],
];

const controls = [
  ...['\0', 'a\0b', '\x1b]52;c;aGVsbG8=\x07', '\x1b[2J', '\r\nX-Injected: 1', '\x7f', '\x85'],
  ...[
    '\u202egnp.lmay',
    '\u2066a\u2069',
    '\ufeff',
    '\u200b',
    '\u2028',
    '\ud800',
    'a\udfff',
    '\uffff',
  ],
];

const lookAlikes = [
  ...[
    'qu\u0456ck',
    '\uff51\uff55\uff49\uff43\uff4b',
    'QUICK',
    'quick ',
    ' quick',
    'quick.',
    '\u212a',
  ],
  ...[
    '\ufb01',
    '\u0130',
    '\u00df',
    'e\u0301',
    `a${'\u0316'.repeat(200)}`,
    '\u2025\u2215',
    '\u{1f4a9}',
  ],
];

const formats = ['%s%s%n%x', '{{7*7}}', '${jndi:ldap://x}', '#{1+1}', '%(a)s', '{0}', '\\u0000'];

const statements = [
  ...[
    `' OR '1'='1`,
    `'; DROP TABLE run;--`,
    `x' UNION SELECT 1--`,
    '%',
    '_%_',
    '"*"',
    'a NEAR/2 b',
  ],
  ...['<script>alert(1)</script>', 'javascript:alert(1)', '(a+)+$', '[', '(?=x)', '\\pL{1000}'],
];

const objectNames = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length'],
];

const numbers = [
  ...['-1', '-0', 'NaN', 'Infinity', '1e999', '0x10', '1.5', '9007199254740993', '9'.repeat(400)],
  ...[
    '2026-99-99T99:99:99Z',
    '+275760-09-13T00:00:00.001Z',
    '-1h',
    '999999999h',
    'null',
    'true',
    '',
  ],
];

const bombs = [
  'a: &a [*a]',
  `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`).join('\n')}`,
  '&a a: *a',
  '<<: &x {<<: *x}',
  '!!js/function "x"',
  '? '.repeat(500),
  '['.repeat(2000),
  '- '.repeat(2000),
];

/** Texts that programs have fallen over, short enough for an address. */
export const hostileTexts: readonly string[] = [
  ...shellTexts,
  ...paths,
  ...controls,
  ...lookAlikes,
  ...formats,
  ...statements,
  ...objectNames,
  ...numbers,
  ...bombs,
  'x'.repeat(256),
  'x'.repeat(5000),
  'é'.repeat(3000),
];

/** Parts of an address as no encoder writes them. */
export const rawParts: readonly string[] = [
  ...['%', '%zz', '%00', '%ED%A0%80', '%c0%ae%c0%ae', '..%2f..', '%2F', '%5C', '/', '//', ';a=b'],
  ...['..', '.', '*', '%0d%0aX:1', '[]', '&', '=', '?', '%23', '+', '%25%30%30'],
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/** What no form would send in place of a field. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: hostileText },
  {
    weight: 5,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, -1e308, [], {}, [[[]]], [null], ['']],
      ...objectNames.map((name) => owning(name)),
      nested(50),
      nested(1000),
      Array.from({ length: 2000 }, (_, at) => at),
      Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, at])),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x'.repeat(100_000), '\0'.repeat(20_000), 'x'.repeat(900_000)),
  },
);

/** An object that has a name of every object for itself. */
function owning(name: string): object {
  return Object.defineProperty({}, name, { value: { isAdmin: true }, enumerable: true });
}

function nested(depth: number): unknown {
  let inner: unknown = 1;
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { a: inner };
  return inner;
}
