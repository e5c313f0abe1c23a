import { hostileSchemas } from '../../engine/large-texts/hostile-schemas.ts';
import { hostileTexts } from '../../engine/large-texts/hostile-texts.ts';

/** Texts by what is costly about them. */
export type Texts = Readonly<Record<string, string>>;

/** Just under 1 MB with what is around it. */
export const LARGE = 900_000;
/** The most that is read on the event loop. */
const SMALL = 8_000;
const [CRONTAB, CRONTABS] = [43_000, 20];

const lines = (size: number, line: (index: number) => string): string => {
  const all: string[] = [];
  for (let length = 0, index = 0; ; index += 1) {
    const next = line(index);
    length += next.length;
    if (length > size) return all.join('');
    all.push(next);
  }
};

const deep = (size: number, [before, after]: readonly [string, string]): string =>
  `${before.repeat(size / (before.length + after.length))}${after.repeat(size / (before.length + after.length))}`;

/** Definitions, small ones and large ones. */
export function costlySpecs(): Texts {
  const made = Object.entries({ ...hostileTexts, ...moreSpecs }).flatMap(([what, text]) =>
    [SMALL, LARGE].map((size) => [`${what}, ${size / 1000} KB`, text(size)] as const),
  );
  const schemas = Object.entries(hostileSchemas).map(([what, schema]) => {
    const text = schema(1900).schema;
    return [`schema: ${what}`, `params:\n  schema: ${text}\nsteps: ["true"]\n`] as const;
  });
  return Object.fromEntries([...made, ...schemas]);
}

const moreSpecs: Readonly<Record<string, (size: number) => string>> = {
  'a command with quotes': (size) =>
    `steps:\n  - command: >-\n      ${`"a'b" `.repeat(size / 6)}\n`,
  'a script': (size) =>
    `steps:\n  - script: |\n${lines(size, (i) => `      x=$(cat <<E${i} | \`echo $A\`\n`)}`,
  'open substitutions': (size) => `steps:\n  - command: "${'$('.repeat(size / 2)}"\n`,
  'open backticks': (size) => `steps:\n  - command: "${'`a'.repeat(size / 2 - 1)}"\n`,
  'here-documents': (size) =>
    `steps:\n  - script: |\n      cat ${lines(size, (i) => `<<E${i} `)}\n`,
  schedules: (size) => `schedule:\n${lines(size, () => '  - "0 0 29 2 1"\n')}steps: ["true"]\n`,
  'zones of schedules': (size) =>
    `schedule:\n${lines(size, (i) => `  - "CRON_TZ=Etc/GMT${(i % 12) + 1 > 6 ? '-' : '+'}${(i % 12) + 1} 0 0 29 2 1"\n`)}steps: ["true"]\n`,
  'a long schedule': (size) => `schedule: "${'0,'.repeat(size / 2)}0 * * * *"\nsteps: ["true"]\n`,
  conditions: (size) =>
    `preconditions:\n${lines(size, (i) => `  - {condition: "\${A${i}}", expected: "re:a+"}\n`)}steps: ["true"]\n`,
  groups: (size) => `steps:\n${lines(size, () => '  - [a, b, c, d, e, f]\n')}`,
  parallel: (size) =>
    `steps:\n  - call: b\n    parallel:\n      items: [${lines(size, (i) => `x${i}, `)}y]\n`,
  routes: (size) =>
    `type: graph\nsteps:\n  - name: r\n    type: router\n    value: x\n    routes:\n${lines(size / 2, (i) => `      "re:a${i}": [s${i}]\n`)}${lines(size / 2, (i) => `  - {name: s${i}, command: x}\n`)}`,
  'a chain of depends': (size) =>
    `type: graph\nsteps:\n${lines(size, (i) => `  - {name: s${i}, command: a${i === 0 ? '' : `, depends: s${i - 1}`}}\n`)}`,
  'fan in': (size) =>
    `type: graph\nsteps:\n${lines(size / 2, (i) => `  - {name: s${i}, command: a}\n`)}  - {name: all, command: a, depends: [${lines(size / 2, (i) => `s${i}, `)}s0]}\n`,
  secrets: (size) =>
    `secrets:\n${lines(size, (i) => `  - {name: S${i}, provider: env, key: K${i}}\n`)}steps: ["echo $S1"]\n`,
  'older forms': (size) =>
    `steps:\n${lines(size, (i) => `  - {name: s${i}, executor: {type: http, config: {timeout: 1}}, mailOnError: true}\n`)}`,
  'deep older forms': (size) =>
    `steps:\n${lines(size, (i) => `  - name: s${i}\n    executor:\n      type: http\n      config:\n        timeout: 1\n`)}`,
  'deep maps': (size) => `x: ${deep(size, ['{a: ', '}'])}\nsteps: ["true"]\n`,
  'deep lists': (size) => `x: ${deep(size, ['[', ']'])}\nsteps: ["true"]\n`,
  anchors: (size) =>
    `x:\n${lines(size, (i) => `  - &a${i} [${i === 0 ? '1' : `*a${i - 1}, *a${i - 1}`}]\n`)}steps: ["true"]\n`,
  'block scalars': (size) => lines(size, (i) => `k${i}: |\n  a\n`),
  'one long line': (size) => `description: ${'a'.repeat(size)}\nsteps: ["true"]\n`,
  'wrong documents': (size) => '--- [\n'.repeat(size / 6),
  comments: (size) => `${'# a\n'.repeat(size / 4)}steps: ["true"]\n`,
  colons: (size) => 'a: '.repeat(size / 3),
  dashes: (size) => '- '.repeat(size / 2),
  'question marks': (size) => '? '.repeat(size / 2),
  escapes: (size) => `description: "${'\\u0041'.repeat(size / 6)}"\nsteps: ["true"]\n`,
  'unknown words': (size) =>
    `steps:\n${lines(size, (i) => `  - {name: s${i}, comand: x, dependz: [a]}\n`)}`,
};

/** Parameters of a start. */
export const costlyParams: Texts = {
  'a long value': `A=${'x'.repeat(LARGE)}`,
  'open quotes': '"a '.repeat(LARGE / 3),
  backslashes: `A="${'\\'.repeat(LARGE / 2)}`,
  'many of them': lines(LARGE, (i) => `P${i}=1 `),
  references: `A=${'${A}'.repeat(LARGE / 4)}`,
  'open references': `A=${'${A:-'.repeat(LARGE / 5)}`,
  'a JSON object': `{${lines(LARGE, (i) => `"k${i}":1,`)}"z":1}`,
  'a JSON list': `[${'1,'.repeat(LARGE / 2)}1]`,
  'a deep JSON list': deep(LARGE, ['[', ']']),
  'a deep JSON object': `${'{"a":'.repeat(LARGE / 6)}1${'}'.repeat(LARGE / 6)}`,
  backticks: '`a` '.repeat(LARGE / 4),
};

/** Files of an import, by what is costly about them. */
export function costlyCrontabs(): Readonly<Record<string, readonly string[]>> {
  const each = (text: (size: number) => string): readonly string[] =>
    Array.from({ length: CRONTABS }, () => text(CRONTAB));
  return {
    'many entries': each((size) => lines(size, () => '* * * * * a\n')),
    'many variables': each(
      (size) => lines(size / 2, (i) => `V${i}=x\n`) + lines(size / 2, () => '* * * * * a\n'),
    ),
    'a large variable': each(
      (size) => `V=${'x'.repeat(size / 2)}\n${lines(size / 2, () => '* * * * * a\n')}`,
    ),
    'a long comment': each((size) => `${lines(size - 20, () => '# a\n')}* * * * * a\n`),
    'a long command': each((size) => `* * * * * ${'a '.repeat(size / 2)}\n`),
    'many percents': each((size) => `* * * * * cat ${'%a'.repeat(size / 2)}\n`),
    'words that end input': each(
      (size) => `* * * * * cat${lines(size, (i) => `%INPUT${'_'.repeat(i)}`)}\n`,
    ),
    'many backslashes': each((size) => `* * * * * ${'\\'.repeat(size)}\n`),
    'a long schedule': each((size) => `${'0,'.repeat(size / 2)}0 * * * * a\n`),
    'a long name': each((size) => `* * * * * ${'/'.repeat(size)}\n`),
    spaces: each((size) => `* * * *${' '.repeat(size)}\n`),
    'refused lines': each((size) => lines(size, () => 'a\n')),
    'many names': each((size) => lines(size, (i) => `0 0 29 2 1 job${i}\n`)),
    'empty lines': each((size) => '\n'.repeat(size)),
    'quoted names': each((size) => `"${'a'.repeat(size)}\n`),
    'spaces before an equals sign': each((size) => `A${' '.repeat(size)}\n`),
    addresses: each((size) => `MAILTO=${'a,'.repeat(size / 2)}\n* * * * * a\n`),
    'one file of many entries': [lines(250_000, () => '* * * * * a\n')],
    'one file of many variables': [
      lines(125_000, (i) => `V${i}=x\n`) + lines(125_000, () => '* * * * * a\n'),
    ],
  };
}
