import { httpUrl, requestTo, type NamedText, type Sent } from '../../lib/redirect.ts';
import type { HttpRequest } from './http-request.ts';

/** The request as the step writes it. @throws Error for an address that is none. */
export function firstHop({ method, url: text, query, headers, body }: HttpRequest): Sent {
  const url = httpUrl(text);
  const added = encoded(query);
  // What stands in the address already stays as it is written.
  if (added !== '') url.search += `${url.search === '' ? '?' : '&'}${added}`;
  const bytes = body === '' ? undefined : Buffer.from(body);
  const usual = [
    { name: 'Accept', value: '*/*' },
    { name: 'User-Agent', value: 'dagwright' },
    // Node leaves it out for methods that seldom have a body, and the server would not look for one.
    ...(bytes === undefined ? [] : [{ name: 'Content-Length', value: String(bytes.length) }]),
  ];
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  const missing = usual.filter(({ name }) => !given.has(name.toLowerCase()));
  return requestTo({ method, url, headers: [...headers, ...missing], body: bytes });
}

function encoded(query: readonly NamedText[]): string {
  const parameters = new URLSearchParams();
  for (const { name, value } of query) parameters.append(name, value);
  return parameters.toString();
}
