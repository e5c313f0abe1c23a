import { quoted } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

/** A variable that a shell can name; the dollar sign of `$NAME` may be written along. */
export const variableName: ValueType<string> = refined(text, (written, node, { label, report }) => {
  const name = /^\$?([A-Za-z_][A-Za-z0-9_]*)$/.exec(written)?.[1];
  if (name !== undefined) return name;
  const meant = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(written)?.[1];
  const rule = 'letters, digits and underscores, not starting with a digit';
  report.error(
    node,
    `${label} must be the name of a variable (${rule}), got ${quoted(written)}`,
    meant,
  );
  return undefined;
});

/** A list of such names, each once; a single one need not be a list. */
export const variableNames: ValueType<readonly string[]> = {
  read: (node, context) => {
    const names = new Set<string>();
    for (const item of node.kind === 'list' ? node.items : [node]) {
      const name = variableName.read(item, context);
      if (name === undefined) return undefined;
      if (names.has(name))
        context.report.error(item, `${context.label} names ${quoted(name)} twice`);
      names.add(name);
    }
    return [...names];
  },
  schema: { anyOf: [text.schema, { type: 'array', items: text.schema }] },
};
