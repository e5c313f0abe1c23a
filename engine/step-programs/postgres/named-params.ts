import type { SqlParam } from '../sql/sql-query.ts';

/** A statement with `$1`, `$2`, … and what they stand for. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

const QUOTED_BODY = String.raw`'(?:[^']|'')*'`;
const ESCAPED_BODY = String.raw`[eE]'(?:[^'\\]|\\[^]|'')*'`;
const IDENTIFIER = String.raw`"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*`;
const DOLLAR_BODY = String.raw`\$(?<tag>[\p{L}_][\p{L}\p{N}_]*)?\$[^]*?\$\k<tag>\$`;
/** Comments stand in comments, here once. */
const COMMENT = String.raw`--[^\n]*|/\*(?:[^*/]|\*(?!/)|/(?!\*)|/\*(?:[^*]|\*(?!/))*\*/)*\*/`;
const NAME = String.raw`:(?<name>[\p{L}_][\p{L}\p{N}_]*)`;
/** What a name may not stand in, then a cast, then a name. All else is passed over. */
const TOKEN = new RegExp(
  [ESCAPED_BODY, QUOTED_BODY, DOLLAR_BODY, IDENTIFIER, COMMENT, '::', NAME].join('|'),
  'gu',
);

/**
 * What the protocol takes: values by position alone. A name counts where it is one of the values, outside of quotes and
 * comments; all else that follows a colon is the language's own.
 *
 * @throws Error for a name that stands nowhere in the statement.
 */
export function bindParams(text: string, params: readonly SqlParam[]): BoundStatement {
  const values = params.map(({ kind, text: value }) => (kind === 'null' ? null : value));
  const places = new Map(params.flatMap(({ name }, at) => (name === null ? [] : [[name, at + 1]])));
  if (places.size === 0) return { text, values };
  const used = new Set<string>();
  const replaced = text.replaceAll(TOKEN, (token, ...rest) => {
    const { name } = rest.at(-1) as { readonly name?: string };
    const place = name === undefined ? undefined : places.get(name);
    if (name === undefined || place === undefined) return token;
    used.add(name);
    return `$${place}`;
  });
  const idle = [...places.keys()].find((name) => !used.has(name));
  if (idle !== undefined) throw new Error(`\`params\`: \`:${idle}\` is not in the statement`);
  return { text: replaced, values };
}
