import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Contender } from './server.ts';
import { startProcess } from './start-process.ts';

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What differs between its releases: where the REST interface begins, how keys of the language are spelled, its settings. */
interface Release {
  readonly prefix: string;
  readonly key: (name: string) => string;
  readonly env: NodeJS.ProcessEnv;
}

const firstReleases: Release = { prefix: '/api/v2', key: camelCase, env: {} };
const laterReleases: Release = {
  prefix: '/api/v1',
  key: (name) => name,
  // They ask for a login unless they are told not to.
  env: { DAGU_AUTH_MODE: 'none' },
};

/** The peer by its program. Further settings of it come from the environment of the bench. */
export function peerProgram(program: string, name: string, version: string): Contender {
  const release = version.startsWith('1.') ? firstReleases : laterReleases;
  return {
    name,
    hasOurStore: false,
    start: (fillHome) =>
      startProcess({
        fillHome,
        hasOurStore: false,
        command: (home, port) => ({
          line: [program, 'start-all', '--host', '127.0.0.1', '--port', String(port)],
          env: { ...release.env, DAGU_HOME: home },
        }),
        prefix: release.prefix,
        key: release.key,
      }),
  };
}

/**
 * The peer by a program that somebody has, named by its version.
 *
 * @throws Error in words for a person: it is no such program.
 */
export function givenPeer(path: string): Contender {
  const program = resolve(path);
  if (statSync(program, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`--peer: there is no file ${program}.`);
  }
  const { error, stdout, stderr } = spawnSync(program, ['version'], { encoding: 'utf8' });
  if (error !== undefined) throw new Error(`--peer: ${program} cannot be run (${error.message}).`);
  const [version] = /\d+\.\d+\.\d+\S*/.exec(stdout + stderr) ?? [];
  if (version === undefined) throw new Error(`--peer: "${program} version" tells no version.`);
  return peerProgram(program, `peer ${version}`, version);
}
