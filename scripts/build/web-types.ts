import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const allTypes = /[\\/]mime-db[\\/]db\.json$/;

/** Of files of a page, of bodies of requests, and of answers. A file of any other type is sent as bytes. */
const kept =
  /^(?:application\/(?:javascript|json|manifest\+json|octet-stream|wasm|x-www-form-urlencoded|zip)|font\/.*|image\/(?:gif|jpeg|png|svg\+xml|vnd\.microsoft\.icon|webp)|multipart\/form-data|text\/(?:css|html|javascript|plain|xml))$/;

/**
 * Keeps of all registered media types those that the web needs: express knows 2,500, for whoever serves any file there is. They
 * would be a megabyte of the memory of an idle engine, and 5 ms of each start.
 */
export const webTypes = {
  name: 'web-types',
  enforce: 'pre' as const,
  load: (id: string) => (allTypes.test(id) ? typesOf(readFileSync(id, 'utf8')) : null),
} satisfies Plugin;

function typesOf(json: string): string {
  const types = JSON.parse(json) as Readonly<Record<string, unknown>>;
  return JSON.stringify(
    Object.fromEntries(Object.entries(types).filter(([type]) => kept.test(type))),
  );
}
