import type { RequestHandler } from './exchange.ts';
import { contentSecurityPolicy } from '../contract/content-security-policy.ts';

/** Headers of every answer, refusals included. There is no CORS header on purpose: no other origin may read. */
export const hardHeaders = new Map([
  ['Content-Security-Policy', contentSecurityPolicy],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
]);

export const harden: RequestHandler = (_request, response, next) => {
  response.setHeaders(hardHeaders);
  next();
};
