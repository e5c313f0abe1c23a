import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionString } from '../../../engine/step-programs/postgres/connection-string.ts';
import { bindParams } from '../../../engine/step-programs/postgres/named-params.ts';
import { cellOf } from '../../../engine/step-programs/postgres/postgres-cells.ts';

const param = (name: string | null, text = 'x') => ({ name, kind: 'text', text }) as const;

describe('a named value', () => {
  it.each([
    ['select :a, :b, :a', 'select $1, $2, $1'],
    ['select :a::int, x::b, y:=:b', 'select $1::int, x::b, y:=$2'],
    [
      `select ':a', ":a", E'it\\'s :a', 'it''s :a', :a, :b`,
      `select ':a', ":a", E'it\\'s :a', 'it''s :a', $1, $2`,
    ],
    [
      'select $$ :a $$, $x$ :a $y$ :a $x$, :a /* :b */, :b',
      'select $$ :a $$, $x$ :a $y$ :a $x$, $1 /* :b */, $2',
    ],
    ['select :a -- :b\n, :b', 'select $1 -- :b\n, $2'],
    ['select /* :a /* :a */ :a */ :a, :b', 'select /* :a /* :a */ :a */ $1, $2'],
    ['select list[1:c], :a, :b', 'select list[1:c], $1, $2'],
    ['select a$b$, :a, c$b$, :b', 'select a$b$, $1, c$b$, $2'],
    [`select :ä, :a, :b, ':`, `select :ä, $1, $2, ':`],
  ])('is bound wherever it is no other thing: %s', (text, bound) => {
    expect(bindParams(text, [param('a'), param('b')]).text).toBe(bound);
  });

  it('stays a value by its position, and null is none', () => {
    const values = [param(null), { name: null, kind: 'null', text: 'null' } as const];

    expect(bindParams('select $1, $2 :a', values)).toEqual({
      text: 'select $1, $2 :a',
      values: ['x', null],
    });
  });

  it('that stands nowhere is refused', () => {
    expect(() => bindParams(`select ':a'`, [param('a')])).toThrow('`:a` is not in the statement');
  });
});

describe('a list of PostgreSQL', () => {
  const TEXTS = 1009;
  const texts = fc.letrec((tie) => ({
    list: fc.array(fc.oneof({ depthSize: 'small' }, fc.string(), fc.constant(null), tie('list'))),
  })).list;
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `{${value.map(write).join(',')}}`;
    return typeof value === 'string' ? `"${value.replaceAll(/[\\"]/g, '\\$&')}"` : 'NULL';
  };

  it('is a list of JSON with the same values', () => {
    fc.assert(
      fc.property(texts, (list) => {
        const cell = cellOf(write(list), TEXTS);
        expect(JSON.parse(cell?.text ?? '')).toEqual(list);
      }),
    );
  });
});

describe('where to connect', () => {
  it.each([
    ['postgres://u:p@h:1/d?connect_timeout=5', 'postgres://u:p@h:1/d?connect_timeout=5', 5],
    [
      `host=h port = 1 password='it\\'s a \\\\' dbname=a/b`,
      `postgres:///a%2Fb?host=h&port=1&password=it's%20a%20%5C`,
      30,
    ],
    ['dbname=d user=a\\ b', 'postgres:///d?user=a%20b', 30],
  ])('is a URI or words: %s', (dsn, uri, connectTimeoutSec) => {
    expect(connectionString(dsn)).toEqual({ uri, connectTimeoutSec });
  });
});
