import type { Plugin } from 'vite';

const stream = /[\\/]pg[\\/]lib[\\/]stream\.js$/;

/**
 * Takes out of the client of PostgreSQL how it finds out whether Cloudflare runs it: it makes a `Response`, for which Node
 * loads undici and HTTP/2. That is half of the processor time of a step.
 */
export const noCloudflare = {
  name: 'no-cloudflare',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    stream.test(id)
      ? { code: code.replace("typeof Response === 'function'", 'false'), map: null }
      : null,
} satisfies Plugin;
