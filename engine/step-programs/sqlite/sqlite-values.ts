import type { Cell } from '../sql/row-printer.ts';
import type { SqlParam } from '../sql/sql-query.ts';

/** What SQLite holds: integers of 64 bits among them, which no number of JavaScript does. */
export type SqliteValue = null | bigint | number | string | Buffer;

/** `bare`: a number that JSON can hold without quotes. */
export function cellOf(value: SqliteValue): Cell {
  if (value === null) return null;
  if (typeof value === 'string') return { text: value, bare: false };
  if (typeof value === 'bigint') return { text: String(value), bare: true };
  if (typeof value === 'number') return { text: String(value), bare: Number.isFinite(value) };
  // As PostgreSQL writes bytes: neither format has a form for them.
  return { text: `\\x${value.toString('hex')}`, bare: false };
}

/** What is bound: a list for positions, or a map for names. */
export function boundValues(
  params: readonly SqlParam[],
): readonly SqliteValue[] | Readonly<Record<string, SqliteValue>> {
  const isNamed = params.some(({ name }) => name !== null);
  if (!isNamed) return params.map(valueOf);
  return Object.fromEntries(params.map((param) => [param.name ?? '', valueOf(param)]));
}

function valueOf({ kind, text }: SqlParam): SqliteValue {
  switch (kind) {
    case 'null':
      return null;
    case 'boolean':
      return text.toLowerCase() === 'true' ? 1n : 0n;
    case 'integer':
      return BigInt(text);
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'text':
      return text;
  }
}
