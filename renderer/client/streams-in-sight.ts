/** How long a tab that nobody sees keeps its connection. */
const OUT_OF_SIGHT_MS = 60_000;

/**
 * Ends the event streams of a page that nobody sees, and lets them come back when somebody does. A browser has six
 * connections to one server for all of its tabs, and keeps pages that were left for a while, with theirs: streams that
 * nobody follows would hold up all other requests.
 */
export function streamsInSight(page: Window, send: typeof fetch): typeof fetch {
  let leaving = new AbortController();
  let seen: PromiseWithResolvers<void> | undefined;
  let timer = 0;
  const leave = (): void => {
    seen ??= Promise.withResolvers();
    leaving.abort();
    leaving = new AbortController();
  };
  const comeBack = (): void => {
    page.clearTimeout(timer);
    seen?.resolve();
    seen = undefined;
  };
  page.addEventListener('pagehide', leave);
  page.addEventListener('pageshow', comeBack);
  page.document.addEventListener('visibilitychange', () => {
    comeBack();
    if (page.document.hidden) timer = page.setTimeout(leave, OUT_OF_SIGHT_MS);
  });
  return async (target, init) => {
    if (!isStream(init)) return send(target, init);
    await seen?.promise;
    const signals = [leaving.signal, ...(init?.signal ? [init.signal] : [])];
    return send(target, { ...init, signal: AbortSignal.any(signals) });
  };
}

function isStream(init: RequestInit | undefined): boolean {
  return new Headers(init?.headers).get('Accept') === 'text/event-stream';
}
