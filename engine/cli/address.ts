import { isHeaderWord } from '../lib/header-text.ts';
import { CliError, exitCodes } from './cli.ts';

/** The engine that the command line or the environment names, and who asks. Null: the one of the home; its owner. */
export interface Address {
  /** Scheme, host, port and base path, without `/api/v1`. */
  readonly url: string | null;
  readonly token: string | null;
}

interface Given {
  readonly url?: string;
  readonly token?: string;
}

/** Options beat `SVC_URL` and `SVC_TOKEN`. A token of the environment goes to the engine that is named beside it. */
export function readAddress(
  options: Given,
  env: Readonly<Record<string, string | undefined>>,
): Address {
  const url = options.url ?? (env['SVC_URL'] || null);
  const token = options.token ?? (env['SVC_TOKEN'] || null);
  return { url: url === null ? null : baseUrl(url), token: token === null ? null : word(token) };
}

/** What a file or a clipboard puts around a token is not of it. */
function word(text: string): string {
  const token = text.trim();
  if (isHeaderWord(token)) return token;
  throw new CliError('SVC_TOKEN or --token holds no token.', {
    hint: 'A token has letters, digits and signs, and no spaces.',
    exitCode: exitCodes.usage,
  });
}

function baseUrl(text: string): string {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isWeb || url.search !== '' || url.hash !== '') throw wrong(text);
  if (url.username !== '' || url.password !== '') {
    throw wrong(text, 'Credentials do not belong into an address; see --token.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

function wrong(text: string, hint = 'It looks like https://flows.example:8080.'): CliError {
  // A password in it is not for the screen.
  const shown = text.replace(/\/\/[^/@]*@/, '//…@');
  return new CliError(`${shown} is not the address of an engine.`, {
    hint,
    exitCode: exitCodes.usage,
  });
}
