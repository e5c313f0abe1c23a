import type { EnvEntry } from '../definition.ts';
import { MAX_VARIABLES } from '../limits.ts';
import { quoted, type SourceNode } from '../source/source-node.ts';
import { namedValuesSchema, readNamedValues } from './entries.ts';
import type { FieldContext, ValueType } from './field.ts';
import { invalidName } from './invalid-name.ts';

/** A map, a list of maps or a list of `NAME=value`. Names may repeat: later entries see earlier ones. */
export const environment: ValueType<readonly EnvEntry[]> = {
  read: (node, context) => {
    if (node.kind === 'scalar') {
      const found = `got ${quoted(node.text)}`;
      context.report.error(
        node,
        `${context.label} must be a map or a list of \`NAME: value\`, ${found}`,
      );
      return undefined;
    }
    const entries = readNamedValues(node, splitAssignment, context);
    if (entries.length > MAX_VARIABLES) {
      const most = `there are more than ${MAX_VARIABLES} variables`;
      context.report.error(node, `${context.label}: ${most}`);
      return undefined;
    }
    return entries.flatMap(({ name, nameNode, value }) =>
      name !== null && isVariableName(name, nameNode, context) ? [{ name, value }] : [],
    );
  },
  schema: namedValuesSchema,
};

/** Without an equals sign the whole text is taken for the name, and refused as one if it is none. */
function splitAssignment(text: string): EnvEntry {
  const equals = text.indexOf('=');
  return equals === -1
    ? { name: `${text}=`, value: '' }
    : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

/** The operating system takes any name without `=`; white space in one can only be a slip. */
export function isVariableName(
  name: string,
  node: SourceNode,
  { label, report }: FieldContext,
): boolean {
  if (name !== '' && !/[=\s]/.test(name)) return true;
  const message = name.endsWith('=')
    ? `${label} entries are written \`NAME=value\`, got ${quoted(name.slice(0, -1))}`
    : invalidName(name, 'variable', label);
  report.error(node, message);
  return false;
}
