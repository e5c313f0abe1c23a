import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandText } from '../../../engine/dag/expand.ts';
import { resolveReference } from '../../../engine/dag/references.ts';

const variables = new Map([
  ['NAME', 'bob'],
  ['OUT', '{"a":{"b":[{"c":"deep"}]},"größe":1}'],
  ['EMPTY', ''],
  ['dry-run', 'true'],
  ['TRAP', '${NAME} `id` \\$NAME'],
  ['1', 'first'],
]);
const scope = {
  lookup: (expression: string) => resolveReference(expression, { variables, steps: new Map() }),
  declares: (name: string) => variables.has(name) || name === 'LATER',
  substitute: (command: string) => Promise.resolve(`[${command}]\n\n`),
};

describe('expandText', () => {
  it.each([
    ['plain', 'plain'],
    ['$NAME and ${NAME}!', 'bob and bob!'],
    ['$NAMES|${NO}|$NO', '||'],
    ['${OUT.a.b[0].c} ${OUT.a.b.0.c} ${OUT.größe}', 'deep deep 1'],
    ['${NAME:0:2}${NAME:2}', 'bob'],
    ['$1 ${1} $2.', 'first first .'],
    // Behind two defaults that nothing closes no other is looked for: each look takes the whole text.
    ['${NO:-x ${NO:-y}', '${NO:-x y'],
    ['${NO:-x ${NO:-y ${NO:-z}', '${NO:-x ${NO:-y ${NO:-z}'],
    ['`date +%F`-x', '[date +%F]-x'],
    ['`echo \\`id\\``', '[echo `id`]'],
    ['\\$NAME \\${NAME} \\`id\\`', '$NAME ${NAME} `id`'],
    ['\\\\$NAME C:\\dir \\n', '\\$NAME C:\\dir \\n'],
    ['$TRAP', '${NAME} `id` \\$NAME'],
    ['`cat ${NAME}`', '[cat ${NAME}]'],
    ['cost: 5$ ${} ${a b} ${X:=y} $ `open', 'cost: 5$ ${} ${a b} ${X:=y} $ `open'],
    ['${OUT.none}|${NAME.a}|${NAME[0]}|${EMPTY.a.b}|${LATER.a}', '||||'],
    ['', ''],
  ])('expands %j', async (text, expanded) => {
    expect(await expandText(text, scope)).toBe(expanded);
  });

  it.each([
    ['${NO:-text} ${NO-text} ${EMPTY:-text} ${EMPTY-text}|', 'text text text |'],
    ['${NAME:-text} ${NAME-text} ${1:-x} ${2:-second}', 'bob bob first second'],
    ['${NO:-}${NO-}|', '|'],
    ['${A:-${B:-c}} ${A:-${NAME:-c}} ${A-${B-${C-$NAME}}}', 'c bob bob'],
    ['${NO:-a ${NAME} $1 `date` \\$NAME}', 'a bob first [date] $NAME'],
    ['${NO:-"a } b"} ${NO:-it\'s} ${NO:-\\}\\"\\\\}', 'a } b it\'s }"\\'],
    ['${OUT.a.b[0].c:-x} ${OUT.a.x:-x} ${NAME.a:-x} ${LATER.a:-x} ${NOBODY.a:-x}', 'deep x x x x'],
    ['${NO:-${TRAP}} ${TRAP:-x}', '${NAME} `id` \\$NAME ${NAME} `id` \\$NAME'],
    ['${dry-run} ${dry-run:-x} ${wet-run} ${HOST-example.com}', 'true true run example.com'],
    ['${NO:-open ${NAME}', '${NO:-open bob'],
    ['${NO:-${#x}} ${NO:-{a}}', '${#x} {a}'],
  ])('reads the defaults of %j', async (text, expanded) => {
    expect(await expandText(text, scope)).toBe(expanded);
  });

  it('runs the command of a default only where there is need of it', async () => {
    const seen: string[] = [];
    const substitute = (command: string) => {
      seen.push(command);
      return Promise.resolve('printed');
    };

    expect(
      await expandText('${NAME:-`one`} ${NO:-`two`} ${EMPTY-`three`}', { ...scope, substitute }),
    ).toBe('bob printed ');
    expect(seen).toEqual(['two']);
  });

  it('means by a default what a shell means', async () => {
    const values: Readonly<Record<string, string>> = { SET: 'v', EMPTY: '', QUOTE: '"q' };
    const known = { ...scope, lookup: (name: string) => values[name] };
    const name = fc.constantFrom('SET', 'EMPTY', 'QUOTE', 'NO');
    const operator = fc.constantFrom(':-', '-');
    const { word } = fc.letrec<{ word: string; reference: string; quoted: string }>((tie) => ({
      reference: fc
        .tuple(name, operator, tie('word'))
        .map(([variable, sign, text]) => `\${${variable}${sign}${text}}`),
      quoted: fc
        .array(fc.constantFrom('a', ' ', '}', '{', '.', '$SET'), { maxLength: 3 })
        .map((texts) => `"${texts.join('')}"`),
      word: fc
        .array(
          fc.oneof(
            fc.constantFrom('a', ' ', '\\\\', '\\"', '\\}', '\\$', '$SET', '.', '-', ':'),
            tie('reference'),
            tie('quoted'),
          ),
          { maxLength: 4 },
        )
        .map((texts) => texts.join('')),
    }));
    const texts = fc.sample(
      fc.tuple(name, operator, word).map((parts) => `\${${parts.join('')}}`),
      300,
    );
    const script = texts
      .map((text) => `cat <<END_OF_TEXT\n${text}\nEND_OF_TEXT\n`)
      .join('printf "\\001"\n');

    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], {
      env: { PATH: process.env['PATH'], ...values },
      encoding: 'utf8',
    });

    const expanded = await Promise.all(texts.map((text) => expandText(text, known)));
    expect(stderr).toBe('');
    expect(expanded.map((text) => `${text}\n`)).toEqual(stdout.split('\u0001'));
  });

  it.each(['${NOBODY.a}', '${NOBODY[0]}', '${NO:-${NOBODY.a}}', '`cat` ${NOBODY.a:0:2}'])(
    'refuses %s, whose name nobody declares',
    async (text) => {
      await expect(expandText(text, scope)).rejects.toThrow('there is no variable NOBODY');
    },
  );

  it('refuses defaults that stand in each other without end, and reads any number of open ones', async () => {
    const nested = `${'${A:-'.repeat(5000)}${'}'.repeat(5000)}`;
    const open = '${A:-'.repeat(100_000);

    await expect(expandText(nested, scope)).rejects.toThrow(
      'defaults are nested deeper than 100 levels',
    );
    expect(await expandText(open, scope)).toBe(open);
  });

  it('leaves `$NAME` to a language that uses it, and still reads braces', async () => {
    const text = '.a as $NAME | $1 ${NAME} \\${NAME} `x` $$ ${NO:-$NAME}';

    expect(await expandText(text, scope, 'language')).toBe(
      '.a as $NAME | $1 bob ${NAME} [x] $$ bob',
    );
  });

  it('inserts what a command prints without expanding it', async () => {
    const substitute = () => Promise.resolve('$NAME `id`\n');

    expect(await expandText('`x`', { ...scope, substitute })).toBe('$NAME `id`');
  });

  it('runs commands one after another, in the order of the text', async () => {
    const seen: string[] = [];
    const substitute = (command: string) => {
      seen.push(command);
      return Promise.resolve(String(seen.length));
    };

    expect(await expandText('`a` `b`', { ...scope, substitute })).toBe('1 2');
    expect(seen).toEqual(['a', 'b']);
  });

  it('inserts any value as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
        const lookup = () => value;

        expect(await expandText('<${X}|$X>', { ...scope, lookup })).toBe(`<${value}|${value}>`);
      }),
    );
  });

  it('leaves text without special characters alone, and never throws', async () => {
    const text = fc.string({
      unit: fc.constantFrom('$', '{', '}', '`', '\\', ':', '-', '"', '0', 'A', ' '),
    });

    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const expanded = await expandText(given, scope);
        if (!/[$`]/.test(given)) expect(expanded).toBe(given);
      }),
      { numRuns: 1000 },
    );
  });

  it('undoes the escaping of any text', async () => {
    const text = fc.string({ unit: fc.constantFrom('$', '`', '{', '}', 'A', ' ', '.') });

    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        expect(await expandText(given.replace(/[$`]/g, '\\$&'), scope)).toBe(given);
      }),
    );
  });
});
