import { jsonText, type Cell } from '../sql/row-printer.ts';

/** A value in the text form of PostgreSQL as one of a row, given the number of its type. */
export function cellOf(text: string | null, type: number): Cell {
  if (text === null) return null;
  if (numbers.has(type)) return { text, bare: /^-?\d/.test(text) };
  if (type === BOOLEAN) return { text: text === 't' ? 'true' : 'false', bare: true };
  // Line feeds stand between its parts only, and a row is one line.
  if (json.has(type)) return { text: text.replaceAll(/[\r\n]+/g, ' '), bare: true };
  const items = arrays.get(type);
  return items === undefined ? { text, bare: false } : { text: arrayText(text, items), bare: true };
}

// The numbers of built-in types never change.
const BOOLEAN = 16;
/** int8, int2, int4, oid, float4, float8, numeric. */
const numbers: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);
/** json, jsonb. */
const json: ReadonlySet<number> = new Set([114, 3802]);
/** Types of lists with those of what they hold. */
const arrays: ReadonlyMap<number, number> = new Map([
  ...([
    [1000, 16],
    [1001, 17],
    [1002, 18],
    [1003, 19],
    [1005, 21],
    [1007, 23],
  ] as const),
  ...([
    [1009, 25],
    [1014, 1042],
    [1015, 1043],
    [1016, 20],
    [1021, 700],
    [1022, 701],
  ] as const),
  ...([
    [1028, 26],
    [1041, 869],
    [1115, 1114],
    [1182, 1082],
    [1183, 1083],
    [1185, 1184],
  ] as const),
  ...([
    [1187, 1186],
    [1231, 1700],
    [199, 114],
    [2951, 2950],
    [3807, 3802],
  ] as const),
]);

/** `{1,NULL,"a b"}` as JSON. Bounds that do not start at 1 stand before it. */
function arrayText(text: string, items: number): string {
  const body = text.slice(text.indexOf('{'));
  return body.replaceAll(
    /[{}]|"((?:[^"\\]|\\[^])*)"|[^{},"]+/g,
    (written: string, quoted: string | undefined) => {
      if (written === '{') return '[';
      if (written === '}') return ']';
      if (written === 'NULL') return 'null';
      const value = quoted?.replaceAll(/\\([^])/g, '$1') ?? written;
      return jsonText(cellOf(value, items));
    },
  );
}
