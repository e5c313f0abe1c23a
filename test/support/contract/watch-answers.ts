import type { GivenAnswer } from './check-answer.ts';

const watched = new Set<string>();
const misfits = new Set<string>();
let isInstalled = false;

/**
 * From now on every answer that `fetch` gets from the server of this address is held against the OpenAPI document, and one
 * that does not fit fails the test: whatever a test asks, it tests the contract too.
 */
export function watchAnswers(url: string): void {
  watched.add(new URL(url).origin);
  install();
}

/** The same for an answer that did not come by `fetch`, from a server that is watched. */
export async function seeAnswer(url: string, answer: GivenAnswer): Promise<void> {
  if (!watched.has(new URL(url).origin)) return;
  await note(isToRead(answer.contentType) ? answer : { ...answer, text: '' });
}

/** Servers of other tests may get the same addresses later. */
export function endWatch(): void {
  watched.clear();
}

/** What did not fit since the last question. */
export function takeMisfits(): readonly string[] {
  const found = [...misfits];
  misfits.clear();
  return found;
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    const request = new Request(
      input instanceof Request ? input.clone() : input,
      withoutBody(init),
    );
    if (watched.has(new URL(request.url).origin)) await look(request, response);
    return response;
  };
}

// Its address and its method are all that is wanted of it.
function withoutBody({ method = 'GET' }: RequestInit = {}): RequestInit {
  return { method };
}

async function look({ method, url }: Request, response: Response): Promise<void> {
  const contentType = response.headers.get('content-type') ?? '';
  const { pathname, search } = new URL(url);
  const text = isToRead(contentType) ? await textOf(response) : '';
  if (text !== null) {
    await note({ method, target: pathname + search, status: response.status, contentType, text });
  }
}

// What is no JSON may be long or never end: its status and its type are all that is looked at.
function isToRead(contentType: string): boolean {
  return contentType === '' || contentType.startsWith('application/json');
}

/** Null when the answer was cut off: that is for the test to see. */
async function textOf(response: Response): Promise<string | null> {
  try {
    return await response.clone().text();
  } catch {
    return null;
  }
}

async function note(answer: GivenAnswer): Promise<void> {
  // Loaded when there is an answer to look at: most tests ask nothing by HTTP.
  const { misfitOf } = await import('./check-answer.ts');
  const misfit = misfitOf(answer);
  if (misfit !== '') misfits.add(misfit);
}
