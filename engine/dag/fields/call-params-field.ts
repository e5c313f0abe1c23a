import { formatParam } from '../../contract/format-param.ts';
import type { CallParams } from '../definition.ts';
import { parseJson } from '../json-text.ts';
import { PARAM_NAME, ParamTextError, readParamItem, splitParamText } from '../param-text.ts';
import { quoted, type ScalarNode } from '../source/source-node.ts';
import { namedValuesSchema, readNamedValues, type NamedValue } from './entries.ts';
import type { FieldContext, ValueType } from './field.ts';
import { invalidName } from './invalid-name.ts';

/** Text as a start takes it (`K=V "x y"`, JSON), a map, or a list of maps and texts. */
export const callParams: ValueType<CallParams> = {
  read: (node, context) => {
    if (node.kind === 'scalar') return readLine(node, context);
    const values = readNamedValues(node, readParamItem, context);
    const named = values.flatMap(({ name, value }) => (name === null ? [] : [{ name, value }]));
    if (!checkNames(values, context)) return undefined;
    // Only the line of text has positional values.
    return named.length === values.length
      ? { kind: 'named', values: named }
      : { kind: 'text', text: values.map(formatParam).join(' ') };
  },
  schema: { anyOf: [{ type: ['string', 'number', 'boolean'] }, ...namedValuesSchema.anyOf] },
};

/** Takes the text as it is taken apart when the step runs, for what is wrong with it. */
function readLine(node: ScalarNode, { label, report }: FieldContext): CallParams | undefined {
  const { text } = node;
  if (/^\s*[[{]/.test(text)) {
    if (parseJson(text) !== undefined) return { kind: 'text', text };
    report.error(node, `${label} starts like JSON but is not valid JSON`);
    return undefined;
  }
  try {
    splitParamText(text);
    return { kind: 'text', text };
  } catch (error) {
    if (!(error instanceof ParamTextError)) throw error;
    report.error(node, `${label}: ${error.message}`);
    return undefined;
  }
}

function checkNames(values: readonly NamedValue[], { label, report }: FieldContext): boolean {
  const seen = new Set<string>();
  let isSound = true;
  for (const { name, nameNode } of values) {
    if (name === null) continue;
    const isName = PARAM_NAME.test(name);
    if (!isName) report.error(nameNode, invalidName(name, 'parameter', label));
    else if (seen.has(name)) report.error(nameNode, `the parameter ${quoted(name)} is given twice`);
    isSound &&= isName && !seen.has(name);
    seen.add(name);
  }
  return isSound;
}
