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
  readonly go: (to: string, options?: { readonly replace?: boolean }) => void;
  readonly back: () => void;
  readonly forward: () => void;
  /** Asks before the page is left; returns the way to stop asking. */
  readonly guard: (guard: Guard) => () => void;
  readonly stop: () => void;
}

/** Follows and changes the address of the window. Each view is a route, so back, forward and links work everywhere. */
export function createNavigation(page: Window): Navigation {
  const location = createStore<Location>(() => read(page));
  let guard: Guard | undefined;
  const sync = () => location.setState(read(page));

  // Going back has happened when the page hears of it, so a guarded one goes forward again before it asks.
  const popped = () => {
    if (guard === undefined || read(page).path === location.getState().path) return sync();
    const wanted = href(read(page));
    page.history.pushState(null, '', href(location.getState()));
    void leave(wanted);
  };

  const leave = async (to: string, replace = false) => {
    const current = guard;
    const { pathname } = new URL(to, page.location.href);
    const isElsewhere = pathname !== location.getState().path;
    if (current !== undefined && isElsewhere && !(await current(pathname))) return;
    page.history[replace ? 'replaceState' : 'pushState'](null, '', to);
    sync();
  };

  page.addEventListener('popstate', popped);
  return {
    location,
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

function read(page: Window): Location {
  return { path: page.location.pathname, search: page.location.search };
}

function href(location: Location): string {
  return location.path + location.search;
}
