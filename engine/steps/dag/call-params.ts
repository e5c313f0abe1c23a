import { formatParam, type TextParam } from '../../contract/format-param.ts';
import type { CallParams } from '../../dag/definition.ts';
import { isJsonObject, parseJson } from '../../dag/json-text.ts';
import { PARAM_NAME, splitParamText } from '../../dag/param-text.ts';
import { isOneReference } from '../../dag/text-parts.ts';
import { expandTexts, type Expand } from '../expand-texts.ts';

/**
 * The text of a start for the `params` of a call: the text is taken apart first and its values are expanded then, so
 * that nothing in a value can become a parameter of its own. JSON stays JSON, and a text that is one reference may hold
 * it.
 *
 * @throws Error for what cannot be read as parameters.
 */
export async function callParamsText(params: CallParams | null, expand: Expand): Promise<string> {
  if (params === null) return '';
  return params.kind === 'named'
    ? paramsText(await expandValues(params.values, expand))
    : readText(params.text, expand);
}

/** The text of a start that gives exactly these parameters. */
export function paramsText(params: readonly TextParam[]): string {
  for (const { name } of params) {
    if (name !== null && !PARAM_NAME.test(name)) {
      throw new Error(`\`params\`: ${JSON.stringify(name)} is not a valid parameter name`);
    }
  }
  return params.map(formatParam).join(' ');
}

async function readText(text: string, expand: Expand): Promise<string> {
  if (isOneReference(text)) {
    const value = await expand(text.trim());
    const isJson = /^\s*[[{]/.test(value) && isJsonObject(parseJson(value));
    return isJson || value === '' ? value : paramsText([{ name: null, value }]);
  }
  if (/^\s*[[{]/.test(text)) return expandJson(text, expand);
  return paramsText(await expandValues(splitParamText(text), expand));
}

/** Expands the texts within JSON. Where there is nothing to expand it stays as it is, to the byte. */
async function expandJson(text: string, expand: Expand): Promise<string> {
  const json = parseJson(text);
  if (!isJsonObject(json)) {
    throw new Error('`params` starts like JSON but is not valid JSON');
  }
  return /[$`]/.test(text) ? JSON.stringify(await expandTexts(json, expand)) : text;
}

function expandValues(params: readonly TextParam[], expand: Expand): Promise<TextParam[]> {
  return Promise.all(params.map(async ({ name, value }) => ({ name, value: await expand(value) })));
}
