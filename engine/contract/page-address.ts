/** Where an identity provider sends the browser back to. */
export const LOGIN_CALLBACK_PATH = '/login/callback';

/**
 * Whether a path is one of the page's own routes, all drawn by `index.html`, or names a built file. A route begins with a
 * plain word, and behind it any name may stand, dots included (`/dags/nightly.report`); files lie at the root or below
 * `/assets/`.
 */
export function isPageAddress(path: string): boolean {
  if (path.startsWith('/assets/')) return false;
  const last = path.slice(path.lastIndexOf('/'));
  return !last.includes('.') || /^\/[a-z-]+\//.test(path);
}
