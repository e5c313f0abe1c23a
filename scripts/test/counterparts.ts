import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that tests need for real. To add one is to add an entry below. */
export interface Counterpart {
  readonly title: string;
  /** Variable that names the program where it is not on the PATH. */
  readonly variable: string;
  /** Names on the PATH, then places outside it where installers put it. */
  readonly programs: readonly string[];
  readonly debianPackages: readonly string[];
  /** Whether it runs for the administrator alone. */
  readonly asRoot?: boolean;
  /** Folders of the tests that are skipped without it. */
  readonly suites: readonly string[];
}

export const counterparts = {
  chromium: {
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    // The one without windows draws the same pages in half the time.
    programs: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    debianPackages: ['chromium-headless-shell'],
    suites: ['test/e2e', 'test/main', 'test/renderer'],
  },
  docker: {
    title: 'A container engine (dockerd, as root)',
    asRoot: true,
    variable: 'DOCKERD_PATH',
    programs: ['dockerd', '/usr/sbin/dockerd'],
    // The second makes the image.
    debianPackages: ['docker.io', 'busybox-static'],
    suites: ['test/engine/step-types/docker'],
  },
  git: {
    title: 'git',
    variable: 'GIT_PATH',
    programs: ['git'],
    debianPackages: ['git'],
    suites: ['test/engine/sync'],
  },
  jq: {
    title: 'jq',
    variable: 'JQ_PATH',
    programs: ['jq'],
    debianPackages: ['jq'],
    suites: ['test/engine/step-types/jq-of-system.test.ts'],
  },
  keyring: {
    title: 'A keyring (gnome-keyring)',
    variable: 'KEYRING_PATH',
    programs: ['gnome-keyring-daemon'],
    // With the library by which programs ask it, and the bus on which they do.
    debianPackages: ['gnome-keyring', 'libsecret-1-0', 'dbus-daemon', 'dbus-bin'],
    suites: [
      'test/engine/auth/engine-secret.test.ts',
      'test/engine/canary/git-credentials.test.ts',
    ],
  },
  postgres: {
    title: 'A PostgreSQL server',
    // Its other programs lie beside it.
    variable: 'INITDB_PATH',
    programs: [
      ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/initdb`),
      'initdb',
    ],
    debianPackages: ['postgresql'],
    suites: ['test/engine/step-types/postgres'],
  },
  redis: {
    title: 'A Redis server',
    variable: 'REDIS_PATH',
    programs: ['redis-server'],
    debianPackages: ['redis-server'],
    suites: ['test/engine/step-types/redis'],
  },
  registry: {
    title: 'A registry of images (docker-registry), and a container engine as root',
    asRoot: true,
    variable: 'REGISTRY_PATH',
    programs: ['docker-registry'],
    debianPackages: ['docker-registry', 'docker.io', 'busybox-static'],
    suites: ['test/engine/step-types/docker-registry.test.ts'],
  },
  sshd: {
    title: 'An SSH server (sshd)',
    variable: 'SSHD_PATH',
    // It starts itself again for each connection, and wants to be called by its whole path.
    programs: ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'],
    debianPackages: ['openssh-server'],
    suites: [
      'test/engine/sync/git-process/ssh.test.ts',
      'test/engine/step-types/ssh',
      'test/engine/step-types/sftp',
    ],
  },
  strace: {
    title: 'strace',
    variable: 'STRACE_PATH',
    programs: ['strace'],
    debianPackages: ['strace'],
    suites: ['test/engine/lifecycle/durability.test.ts'],
  },
} as const satisfies Record<string, Counterpart>;

export type CounterpartName = keyof typeof counterparts;

// Object.keys forgets its keys' type; this object is closed, so they are all names.
export const counterpartNames = Object.keys(counterparts) as CounterpartName[];

/** The path of the program, or null where this machine has none. */
export function findCounterpart(name: CounterpartName): string | null {
  const { variable, programs, asRoot = false }: Counterpart = counterparts[name];
  if (asRoot && process.getuid?.() !== 0) return null;
  const named = process.env[variable];
  if (named) return isProgram(named) ? named : null;
  return programs.flatMap(candidates).find(isProgram) ?? null;
}

/** The path of a real program; throws where it is missing. */
export function realProgram(name: CounterpartName): string {
  const program = findCounterpart(name);
  if (program === null) throw new Error(`${counterparts[name].title} is not on this machine.`);
  return program;
}

function candidates(program: string): readonly string[] {
  if (program.startsWith('/')) return [program];
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Not there, or not for us: the next place may have it.
  }
}
