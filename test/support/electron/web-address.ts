const APP = 'app://dagwright';
const WEB = 'https://dagwright.localhost';

/** Chromium refuses schemes that it does not know, so the app's pages get an https origin of their own. */
export function toWebAddress(url: string): string {
  return url === APP || url.startsWith(`${APP}/`) ? WEB + url.slice(APP.length) : url;
}

/** The way back: what main is told of a page. */
export function toAppAddress(url: string): string {
  return url === WEB || url.startsWith(`${WEB}/`) ? APP + url.slice(WEB.length) : url;
}

export function isOurs(webUrl: string): boolean {
  return toAppAddress(webUrl) !== webUrl;
}

export const WEB_ORIGIN = WEB;
