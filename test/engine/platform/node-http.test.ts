import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../../../engine');

/** Modules of Node's own that a process has loaded once it has imported these. */
function loadedBy(...files: string[]): string {
  const imports = files.map((file) => `await import(${JSON.stringify(join(sources, file))});`);
  const program = `${imports.join('')} console.log(process.moduleLoadList.join('\\n'));`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

test('serving loads neither a client for HTTP nor HTTP/2 nor TLS', () => {
  const loaded = loadedBy('server/start-server.ts');
  expect(loaded).toMatch(/ http$/m);
  expect(loaded).not.toMatch(/undici|http2|NativeModule tls/);
});
