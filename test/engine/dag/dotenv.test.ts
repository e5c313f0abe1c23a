import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDotenv } from '../../../engine/dag/dotenv.ts';

const given = new Map([['HOME', '/home/bob']]);
const read = (text: string) => Object.fromEntries(parseDotenv(text, (name) => given.get(name)));

describe('a dotenv file', () => {
  it.each([
    ['', {}],
    ['\n  \n# only a comment\n   # another', {}],
    ['A=1\nB=2', { A: '1', B: '2' }],
    ['A=1\nA=2\n', { A: '2' }],
    ['\u{feff}A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['export A=1\n  export\tB=2', { A: '1', B: '2' }],
    ['A=\nB = \nC=""', { A: '', B: '', C: '' }],
    ['A =  two words  ', { A: 'two words' }],
    ['A=x # comment\nB= # comment\nC=x#y # z', { A: 'x', B: '', C: 'x#y' }],
    ['A=#x', { A: '#x' }],
    ["A='$HOME \\n \"' # c", { A: '$HOME \\n "' }],
    ["A='one\n# two\nthree'\nB=1", { A: 'one\n# two\nthree', B: '1' }],
    ['A="one\ntwo=2\n"\nB=1', { A: 'one\ntwo=2\n', B: '1' }],
    ['A="\\n\\t\\r\\"\\\\\\$HOME\\q"', { A: '\n\t\r"\\$HOME\\q' }],
    ['A="#x"#c\nB=\'y\'\t', { A: '#x', B: 'y' }],
    ['A=it\'s "fine"', { A: 'it\'s "fine"' }],
    ['A=C:\\new', { A: 'C:\\new' }],
    ['A=1\nB=$A-${A}-$HOME', { A: '1', B: '1-1-/home/bob' }],
    ['HOME=/x\nA=$HOME', { HOME: '/x', A: '/x' }],
    ['HOME=$HOME/x', { HOME: '/home/bob/x' }],
    ['A=${NO}|$NO|', { A: '||' }],
    ['A=\\$HOME ${ $ $5 ${A-b}', { A: '$HOME ${ $ $5 ${A-b}' }],
    ['A=$HOME\nB="\\${A} ${A}"', { A: '/home/bob', B: '${A} /home/bob' }],
    ["A='$HOME'\nB=$A", { A: '$HOME', B: '$HOME' }],
    ['dotted.key-x=1\n_=2', { 'dotted.key-x': '1', _: '2' }],
    ['A=größe 日本', { A: 'größe 日本' }],
  ])('reads %j', (text, entries) => {
    expect(read(text)).toEqual(entries);
  });

  it.each([
    ['A', 1, 'expected KEY=value'],
    ['A=1\n\n=2', 3, 'expected KEY=value'],
    ['A=1\n1A=2', 2, 'expected KEY=value'],
    ['A: 1', 1, 'expected KEY=value'],
    ['export A', 1, 'expected KEY=value'],
    ["A='x\ny\nB=2", 1, 'the quote is not closed'],
    ['X=1\nA="x\\"\n', 2, 'the quote is not closed'],
    ['A="x\n"y', 2, 'expected the end of the line after the closing quote'],
    ['A=x\0y', 1, 'a variable cannot contain a NUL character'],
  ])('is refused for %j, with the line', (text, line, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ line, message }) as Error);
  });

  it('gives back every value that was written in double quotes', () => {
    const escape = (value: string) =>
      value.replace(/[\\"$\r\n]/g, (char) => (char === '\r' ? '\\r' : `\\${char}`));
    const value = fc.string({
      unit: fc.constantFrom('a', ' ', '#', '$', '{', '"', "'", '\\', '\n', '\r', '='),
    });

    fc.assert(
      fc.property(fc.array(value), (values) => {
        // An escaped line feed stays one behind its backslash, so it is written as it is.
        const lines = values.map((text, at) => `K${at}="${escape(text).replaceAll('\\\n', '\n')}"`);
        expect([...parseDotenv(lines.join('\n')).values()]).toEqual(values);
      }),
    );
  });

  it('is read or refused, whatever it is, in a time that grows with it', () => {
    fc.assert(
      fc.property(
        fc.string({
          maxLength: 2000,
          unit: fc.constantFrom('A', '=', ' ', '\t', '#', '"', "'", '\\', '\n', '$', '{'),
        }),
        (text) => {
          try {
            parseDotenv(text);
          } catch (error) {
            expect(error).toHaveProperty('line');
          }
        },
      ),
    );
  });
});
