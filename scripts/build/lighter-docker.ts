import type { Plugin } from 'vite';

const builder = /[\\/]dockerode[\\/]lib[\\/](?:session|buildkit)\.js$/;
const modem = /[\\/]docker-modem[\\/]lib[\\/]modem\.js$/;

/** A word of the text, and what stands for it. Each must be there, or the package is another than it was. */
const changes = [
  [/^ {2}ssh = require\('\.\/ssh'\),\n/m, ''],
  [/\bssh\(Object\.assign\(/, "require('./ssh')(Object.assign("],
  [/util\.inspect\(options, \{[^}]*\}\)/, "''"],
] as const;

/**
 * Leaves out what no step asks of the client of Docker and what it yet loads: gRPC and Protocol Buffers, by which BuildKit is
 * spoken to. What it needs for a host by SSH is loaded for such a host, and requests are not described for a log that nobody reads.
 */
export const lighterDocker = {
  name: 'lighter-docker',
  enforce: 'pre' as const,
  load: (id: string) => (builder.test(id) ? 'module.exports = {};' : null),
  transform: (code: string, id: string) =>
    modem.test(id) ? { code: lighter(code), map: null } : null,
} satisfies Plugin;

function lighter(code: string): string {
  return changes.reduce((text, [word, other]) => {
    if (!word.test(text)) throw new Error(`docker-modem has changed: ${word} is not in modem.js`);
    return text.replace(word, other);
  }, code);
}
