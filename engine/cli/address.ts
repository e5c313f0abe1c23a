import { hideCredentials } from '../config/hide-credentials.ts';
import { CliError } from './cli-error.ts';
import { tokenWord } from './token-word.ts';

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
  return {
    url: url === null ? null : baseUrl(url),
    token: token === null ? null : tokenWord(token, 'SVC_TOKEN or --token'),
  };
}

function baseUrl(text: string): string {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isWeb || url.search !== '' || url.hash !== '') throw wrong(text);
  if (url.username !== '' || url.password !== '') {
    throw wrong(text, 'Do not put credentials into the address. Use SVC_TOKEN or --token.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

function wrong(text: string, hint = 'Use the form https://flows.example:8080.'): CliError {
  return new CliError(`${hideCredentials(text)} is not the address of an engine.`, { hint });
}
