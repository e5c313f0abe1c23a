import type { CallParams } from '../../dag/definition.ts';
import { isJsonObject, jsonValueText, parseJson } from '../../dag/json-text.ts';
import { formatParam, PARAM_NAME, splitParamText, type TextParam } from '../../dag/param-text.ts';

type Expand = (text: string) => Promise<string>;

/**
 * The text of a start for the `params` of a call: the text is taken apart first and its values are expanded then, so
 * that nothing in a value can become a parameter of its own. A text that is one reference may hold a JSON object or
 * list of parameters.
 *
 * @throws Error for what cannot be read as parameters.
 */
export async function callParamsText(params: CallParams | null, expand: Expand): Promise<string> {
  if (params === null) return '';
  return paramsText(
    params.kind === 'named'
      ? await expandValues(params.values, expand)
      : await readText(params.text, expand),
  );
}

/** The text of a start that gives exactly these parameters. */
export function paramsText(params: readonly TextParam[]): string {
  for (const { name } of params) {
    if (name !== null && !PARAM_NAME.test(name)) {
      throw new Error(`\`params\`: ${JSON.stringify(name)} is no name of a parameter`);
    }
  }
  return params.map(formatParam).join(' ');
}

const ONE_REFERENCE = /^\s*\$(?:\{[^{}]*\}|[A-Za-z_]\w*)\s*$/;

async function readText(text: string, expand: Expand): Promise<readonly TextParam[]> {
  if (ONE_REFERENCE.test(text)) {
    const value = await expand(text.trim());
    return jsonParams(value) ?? (value === '' ? [] : [{ name: null, value }]);
  }
  if (/^\s*[[{]/.test(text)) {
    const params = jsonParams(text);
    if (params !== null) return expandValues(params, expand);
    throw new Error('`params` starts like JSON but cannot be read as JSON');
  }
  return expandValues(splitParamText(text), expand);
}

/** Named parameters of a JSON object, positional ones of a list; null for any other text. */
function jsonParams(text: string): readonly TextParam[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const json = parseJson(text);
  if (Array.isArray(json)) {
    return json.map((value) => ({ name: null, value: jsonValueText(value) }));
  }
  if (!isJsonObject(json)) return null;
  return Object.entries(json).map(([name, value]) => ({ name, value: jsonValueText(value) }));
}

function expandValues(params: readonly TextParam[], expand: Expand): Promise<TextParam[]> {
  return Promise.all(params.map(async ({ name, value }) => ({ name, value: await expand(value) })));
}
