import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { rootCause } from '../../lib/root-cause.ts';

/**
 * The container engine: where DOCKER_HOST says, else at the first socket that is there.
 *
 * @throws Error in words for a person when none answers.
 */
export async function dockerClient(env: Readonly<Record<string, string>>): Promise<Docker> {
  // The library reads these by itself; the variables of the step win.
  for (const [name, value] of Object.entries(env)) process.env[name] ??= value;
  const docker = process.env['DOCKER_HOST'] ? new Docker() : new Docker({ socketPath: socket() });
  try {
    await docker.ping();
    return docker;
  } catch (error) {
    const where = process.env['DOCKER_HOST'] ?? socket();
    const advice = 'start Docker or Podman, or set DOCKER_HOST';
    throw new Error(`no container engine responds at ${where} (${rootCause(error)}): ${advice}`, {
      cause: error,
    });
  }
}

const variables = ['DOCKER_HOST', 'DOCKER_TLS_VERIFY', 'DOCKER_CERT_PATH'];

/** Where the container engine of this process is, whatever the variables of another process say. */
export function dockerPlace(): Readonly<Record<string, string>> {
  const own = variables.map((name) => [name, process.env[name] ?? ''] as const);
  const found = { DOCKER_HOST: `unix://${socket()}` };
  return { ...found, ...Object.fromEntries(own.filter(([, value]) => value !== '')) };
}

/** The container engine at such a place. */
export function dockerClientAt(place: Readonly<Record<string, string>>): Promise<Docker> {
  for (const name of variables) delete process.env[name];
  return dockerClient(place);
}

/** Docker, Docker Desktop, Colima, Rancher Desktop, then Podman of the user, of a machine and of the system. */
function socket(): string {
  const home = homedir();
  const runtime = process.env['XDG_RUNTIME_DIR'] ?? `/run/user/${process.getuid?.() ?? 0}`;
  const usual = '/var/run/docker.sock';
  const places = [
    usual,
    join(home, '.docker/run/docker.sock'),
    join(home, '.docker/desktop/docker.sock'),
    join(home, '.colima/default/docker.sock'),
    join(home, '.rd/docker.sock'),
    join(runtime, 'podman/podman.sock'),
    join(home, '.local/share/containers/podman/machine/podman.sock'),
    '/run/podman/podman.sock',
  ];
  return places.find((place) => existsSync(place)) ?? usual;
}
