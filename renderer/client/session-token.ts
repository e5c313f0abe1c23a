const KEY = 'dagwright.token';

/**
 * The token of the login. It lies in the storage of the page's origin, because a cookie would also go to whatever else
 * listens on another port of this machine; the page's policy lets no foreign script read it.
 */
export interface SessionToken {
  readonly read: () => string | null;
  readonly keep: (token: string) => void;
  readonly forget: () => void;
  /** Tells when another window logged in or out. */
  readonly watch: (listener: () => void) => void;
}

/** The token in the storage of a page. */
export function createSessionToken(page: Window): SessionToken {
  // Where a browser forbids storage the token lasts as long as the page.
  let kept = stored(page);
  const store = (token: string | null) => {
    kept = token;
    try {
      if (token === null) page.localStorage.removeItem(KEY);
      else page.localStorage.setItem(KEY, token);
    } catch {
      // See above.
    }
  };
  return {
    read: () => kept,
    keep: store,
    forget: () => {
      // What another window has put there since is not the token that was refused.
      if (stored(page) === kept) store(null);
      else kept = null;
    },
    watch: (listener) =>
      page.addEventListener('storage', ({ key, newValue }) => {
        if (key !== KEY && key !== null) return;
        kept = key === null ? null : newValue;
        listener();
      }),
  };
}

function stored(page: Window): string | null {
  try {
    return page.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
