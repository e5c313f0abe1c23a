import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where the page is. `search` begins with `?` or is empty. */
export interface Location {
  readonly path: string;
  readonly search: string;
}

/** Asked before going to another path; answering false stays. */
type Guard = (path: string) => Promise<boolean>;

export interface Navigation {
  readonly location: StoreApi<Location>;
  /** What stands in the address bar for a path of a view. */
  readonly address: (path: string) => string;
  readonly go: (to: string, options?: { readonly replace?: boolean }) => void;
  readonly back: () => void;
  readonly forward: () => void;
  /** Asks before the page is left; returns the way to stop asking. */
  readonly guard: (guard: Guard) => () => void;
  readonly stop: () => void;
}

/**
 * Follows and changes the address of the window. Each view is a route, so back, forward and links work everywhere. Paths
 * here are those of the views; `basePath` stands before them in the address alone.
 */
export function createNavigation(page: Window, basePath = ''): Navigation {
  const address = (to: string) => (to.startsWith('/') ? basePath + to : to);
  const read = () => readBelow(basePath, page);
  // A person may have typed a slash at the end.
  const straighten = () => {
    const { pathname, search, hash } = page.location;
    const path = pathBelow(basePath, pathname);
    const isStraight = path === '/' || pathname.endsWith(path);
    if (!isStraight) page.history.replaceState(null, '', address(path) + search + hash);
  };
  straighten();
  const location = createStore<Location>(read);
  let guard: Guard | undefined;
  const sync = () => {
    straighten();
    location.setState(read());
  };

  // Going back has happened when the page hears of it, so a guarded one goes forward again before it asks.
  const popped = () => {
    if (guard === undefined || read().path === location.getState().path) return sync();
    const wanted = href(read());
    page.history.pushState(null, '', address(href(location.getState())));
    void leave(wanted);
  };

  const leave = async (to: string, replace = false) => {
    const current = guard;
    const { pathname } = new URL(address(to), page.location.href);
    const path = pathBelow(basePath, pathname);
    const isElsewhere = path !== location.getState().path;
    if (current !== undefined && isElsewhere && !(await current(path))) return;
    page.history[replace ? 'replaceState' : 'pushState'](null, '', address(to));
    sync();
  };

  page.addEventListener('popstate', popped);
  return {
    location,
    address,
    go: (to, options) => void leave(to, options?.replace),
    back: () => page.history.back(),
    forward: () => page.history.forward(),
    guard: (next) => {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
    stop: () => page.removeEventListener('popstate', popped),
  };
}

function readBelow(basePath: string, page: Window): Location {
  const { pathname, search } = page.location;
  return { path: pathBelow(basePath, pathname), search };
}

function pathBelow(basePath: string, pathname: string): string {
  if (!pathname.startsWith(`${basePath}/`)) return '/';
  return pathname.slice(basePath.length).replace(/\/+$/, '') || '/';
}

function href(location: Location): string {
  return location.path + location.search;
}
