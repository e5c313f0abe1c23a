import { formatParam } from '../../contract/format-param.ts';
import { isJsonObject, parseJson } from '../../dag/json-text.ts';
import { PARAM_NAME } from '../../dag/param-text.ts';
import { CliError } from '../cli-error.ts';

/**
 * The parameters of a start from its `-p` texts and its arguments, in the form that the engine reads: each argument
 * stays one value, whatever spaces and quotes it holds; a single one that is a JSON object or list is all of them, as in
 * `-p`. Later ones beat earlier ones.
 */
export function joinParams(
  texts: readonly string[],
  values: readonly string[],
): string | undefined {
  const given = texts.filter((text) => text.trim() !== '');
  const [only = '', ...others] = values;
  if (given.length === 0 && others.length === 0 && isListOrMap(only)) return only;
  const parts = [...given, ...values.map(argument)].filter((part) => part.trim() !== '');
  if (parts.length > 1 && texts.some((text) => /^\s*[[{]/.test(text))) {
    throw new CliError('JSON parameters cannot be combined with others.', {
      hint: 'Put all of them into the JSON of -p, or give each as an argument after `--`.',
    });
  }
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** A list counts as an object, too. */
const isListOrMap = (text: string): boolean => isJsonObject(parseJson(text));

function argument(text: string): string {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  return PARAM_NAME.test(name)
    ? formatParam({ name, value })
    : formatParam({ name: null, value: text });
}
