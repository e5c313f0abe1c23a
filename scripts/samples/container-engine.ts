import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { eventually } from '../../test/support/eventually.ts';

/** An image of busybox that is never pulled. */
export const IMAGE = 'dagwright-busybox:1';

/** The same, which is healthy as long as there is a file `/tmp/healthy`. */
export const HEALTHY_IMAGE = 'dagwright-busybox:healthy';

export interface DockerServer {
  readonly docker: Docker;
  readonly socket: string;
  /** Names of all containers that there are. */
  readonly containers: () => Promise<readonly string[]>;
  /** Removes them all, and ends it. */
  readonly stop: () => Promise<void>;
}

/** A real container engine of its own in this folder, with an image that is never pulled. */
export async function startDocker(dockerd: string, folder: string): Promise<DockerServer> {
  const socket = join(folder, 'docker.sock');
  const places = ['data-root', 'exec-root', 'pidfile'].flatMap((name) => [
    `--${name}`,
    join(folder, name),
  ]);
  const bare = ['--iptables=false', '--ip6tables=false', '--bridge=none', '--storage-driver=vfs'];
  const child = spawn(dockerd, [...places, '-H', `unix://${socket}`, ...bare], { stdio: 'ignore' });
  const docker = new Docker({ socketPath: socket });
  await eventually(() => docker.ping().then(Boolean, () => false), 'the container engine answers');
  await importImage(docker, folder);
  const containers = async (): Promise<readonly string[]> =>
    (await docker.listContainers({ all: true })).map(({ Names }) => Names.join());
  const stop = async (): Promise<void> => {
    const left = await docker.listContainers({ all: true });
    await Promise.all(left.map(({ Id }) => docker.getContainer(Id).remove({ force: true })));
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return { docker, socket, containers, stop };
}

async function importImage(docker: Docker, folder: string): Promise<void> {
  const root = join(folder, 'root');
  for (const name of ['bin', 'etc', 'tmp', 'root'])
    mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o777);
  const busybox = execFileSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim();
  copyFileSync(busybox, join(root, 'bin/busybox'));
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const applet of applets.filter((name) => name !== 'busybox'))
    symlinkSync('busybox', join(root, 'bin', applet));
  const users = ['root:x:0:0:root:/root:/bin/sh', 'guest:x:4711:4711:guest:/tmp:/bin/sh'];
  writeFileSync(join(root, 'etc/passwd'), `${users.join('\n')}\n`);
  const tarball = join(folder, 'image.tar');
  execFileSync('tar', ['-C', root, '-cf', tarball, '.']);
  await importAs(docker, { tarball, image: IMAGE, changes: [] });
  const changes = ['HEALTHCHECK --interval=100ms CMD ["test", "-e", "/tmp/healthy"]'];
  await importAs(docker, { tarball, image: HEALTHY_IMAGE, changes });
}

interface Import {
  readonly tarball: string;
  readonly image: string;
  /** Lines of a Dockerfile. */
  readonly changes: readonly string[];
}

async function importAs(docker: Docker, { tarball, image, changes }: Import): Promise<void> {
  const [repo, tag] = image.split(':');
  const stream = await docker.importImage(tarball, { repo, tag, changes });
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()));
  });
}
