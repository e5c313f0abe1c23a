import { redirectedWithin, type Sent } from './redirect.ts';

const MAX_REDIRECTS = 5;

/** An answer that is no redirect, and the request that got it. */
export interface Fetched {
  readonly hop: Sent;
  readonly response: Response;
}

/** Sends a request, and follows redirects on its origin and nowhere else. @throws `OtherOrigin` */
export async function fetchWithin(first: Sent, signal?: AbortSignal): Promise<Fetched> {
  let hop = first;
  for (let redirects = 0; ; redirects++) {
    const { method, url, headers, body } = hop;
    const response = await fetch(url, {
      method,
      headers: headers.map(({ name, value }): [string, string] => [name, value]),
      redirect: 'manual',
      ...(signal && { signal }),
      ...(body && { body: new Uint8Array(body) }),
    });
    const next = redirects < MAX_REDIRECTS ? nextOf(hop, response) : null;
    if (next === null) return { hop, response };
    hop = next;
  }
}

function nextOf(hop: Sent, response: Response): Sent | null {
  const { status, headers } = response;
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) drop(response);
  return redirectedWithin(hop, { status, location });
}

/** Lets go of an answer that nobody reads. */
export function drop({ body }: Response): void {
  void body?.cancel().catch(() => undefined);
}
