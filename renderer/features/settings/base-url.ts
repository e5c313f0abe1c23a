import type { ConnectionState } from '../../client/engine-connection.ts';

/** Where programs reach the engine, as far as this page knows. */
export function baseUrlOf({ engine }: ConnectionState): string {
  return engine.phase === 'ready' ? engine.url : 'http://127.0.0.1:8080';
}
