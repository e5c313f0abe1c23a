/** The app's own pages: `app://dagwright/…`. */
export const APP_SCHEME = 'app';
const APP_HOST = 'dagwright';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Whether a URL is one of ours, compared in its parts: a prefix of the text could be forged. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    parsed.protocol === `${APP_SCHEME}:` &&
    parsed.host === APP_HOST &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
