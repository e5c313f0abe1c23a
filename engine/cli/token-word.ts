import { isHeaderWord } from '../lib/header-text.ts';
import { CliError } from './cli-error.ts';

/**
 * A token without what a file or a clipboard puts around it. `givenBy` names where it comes from.
 *
 * @throws CliError, without the text, for one that no header can hold.
 */
export function tokenWord(text: string, givenBy: string): string {
  const token = text.trim();
  if (isHeaderWord(token)) return token;
  throw new CliError(`${givenBy} is not a token.`, {
    hint: 'A token has no spaces or control characters.',
  });
}
