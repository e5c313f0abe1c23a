import { formatParam, PARAM_NAME } from '../../dag/param-text.ts';
import { CliError } from '../cli-error.ts';

/**
 * The parameters of a start from its `-p` texts and its arguments, in the form that the engine reads: each argument
 * stays one value, whatever spaces and quotes it holds. Later ones beat earlier ones.
 */
export function joinParams(
  texts: readonly string[],
  values: readonly string[],
): string | undefined {
  const parts = [...texts, ...values.map(argument)].filter((part) => part.trim() !== '');
  const isJson = (text: string) => /^\s*[[{]/.test(text);
  if (parts.length > 1 && texts.some(isJson)) {
    throw new CliError('JSON parameters cannot be combined with others.', {
      hint: 'Put all of them into the JSON of -p, or give each as an argument after `--`.',
    });
  }
  return parts.length === 0 ? undefined : parts.join(' ');
}

function argument(text: string): string {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  return PARAM_NAME.test(name)
    ? formatParam({ name, value })
    : formatParam({ name: null, value: text });
}
