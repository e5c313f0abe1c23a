import type { ParamDefinition } from '../definition.ts';
import { MAX_PARAMS } from '../limits.ts';
import {
  PARAM_NAME,
  ParamTextError,
  readParamItem,
  splitParamText,
  TOO_MANY_PARAMS,
} from '../param-text.ts';
import { quoted, type ScalarNode } from '../source/source-node.ts';
import { namedValuesSchema, readNamedValues, type NamedValue } from './entries.ts';
import type { FieldContext, ValueType } from './field.ts';
import { invalidName } from './invalid-name.ts';

/** A line of text (`north K=V "x y"`), a map, or a list of maps and texts. */
export const plainParameters: ValueType<readonly ParamDefinition[]> = {
  read: (node, context) => {
    const values =
      node.kind === 'scalar'
        ? readLine(node, context)
        : readNamedValues(node, readParamItem, context);
    if (values.length <= MAX_PARAMS) return define(values, context);
    context.report.error(node, `${context.label}: ${TOO_MANY_PARAMS}`);
    return undefined;
  },
  schema: { anyOf: [{ type: ['string', 'number', 'boolean'] }, ...namedValuesSchema.anyOf] },
};

function readLine(node: ScalarNode, { label, report }: FieldContext): readonly NamedValue[] {
  try {
    return splitParamText(node.text).map((param) => ({ ...param, nameNode: node }));
  } catch (error) {
    if (!(error instanceof ParamTextError)) throw error;
    report.error(node, `${label}: ${error.message}`);
    return [];
  }
}

function define(
  values: readonly NamedValue[],
  { label, report }: FieldContext,
): readonly ParamDefinition[] {
  const definitions = new Map<string, ParamDefinition>();
  for (const [index, { name: given, nameNode, value, comment }] of values.entries()) {
    const name = given ?? String(index + 1);
    if (given !== null && !PARAM_NAME.test(given)) {
      report.error(nameNode, invalidName(given, 'parameter', label));
    } else if (definitions.has(name)) {
      report.error(nameNode, `the parameter ${quoted(name)} is defined twice`);
    } else {
      const help = comment === undefined ? {} : { help: comment };
      definitions.set(name, { name, positional: given === null, defaultValue: value, ...help });
    }
  }
  return [...definitions.values()];
}
