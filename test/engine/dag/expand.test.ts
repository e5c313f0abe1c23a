import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandText } from '../../../engine/dag/expand.ts';
import { resolveReference } from '../../../engine/dag/references.ts';

const variables = new Map([
  ['NAME', 'bob'],
  ['OUT', '{"a":{"b":[{"c":"deep"}]},"größe":1}'],
  ['TRAP', '${NAME} `id` \\$NAME'],
  ['1', 'first'],
]);
const scope = {
  lookup: (expression: string) => resolveReference(expression, { variables, steps: new Map() }),
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
    ['`date +%F`-x', '[date +%F]-x'],
    ['`echo \\`id\\``', '[echo `id`]'],
    ['\\$NAME \\${NAME} \\`id\\`', '$NAME ${NAME} `id`'],
    ['\\\\$NAME C:\\dir \\n', '\\$NAME C:\\dir \\n'],
    ['$TRAP', '${NAME} `id` \\$NAME'],
    ['`cat ${NAME}`', '[cat ${NAME}]'],
    ['cost: 5$ ${} ${a b} ${X:-y} $ `open', 'cost: 5$ ${} ${a b} ${X:-y} $ `open'],
    ['', ''],
  ])('expands %j', async (text, expanded) => {
    expect(await expandText(text, scope)).toBe(expanded);
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
      unit: fc.constantFrom('$', '{', '}', '`', '\\', '.', '[', ']', ':', '0', 'A', ' '),
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
