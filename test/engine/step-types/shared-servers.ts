import { afterAll } from 'vitest';
import { IMAGE, startDocker } from '../../../scripts/samples/container-engine.ts';
import { startPostgres, type PostgresServer } from '../../../scripts/samples/postgres-server.ts';
import { startRedis } from '../../../scripts/samples/redis-server.ts';
import { startSshd } from '../../../scripts/samples/sshd.ts';
import { realProgram } from '../../../scripts/test/counterparts.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Real counterparts for all tests of a file; each is started by the first test that asks for it. */
export interface SharedServers {
  readonly docker: () => Promise<{
    /** The head of a DAG whose containers are there. */
    readonly env: string;
    /** Containers that must not outlive a step. */
    readonly left: () => Promise<readonly string[]>;
    /** Starts a container of somebody else with a volume, and says what runs in it beside its own command. */
    readonly beside: (volume: string) => Promise<{
      readonly name: string;
      readonly processes: () => Promise<readonly string[]>;
    }>;
  }>;
  readonly postgres: () => Promise<PostgresServer>;
  /** Its port. */
  readonly redis: () => Promise<number>;
  /** The head of a DAG whose steps go to a host. */
  readonly ssh: () => Promise<string>;
}

export function sharedServers(): SharedServers {
  const stops: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(stops.map((stop) => stop())));
  const once = <T>(start: () => Promise<T>): (() => Promise<T>) => {
    let started: Promise<T> | undefined;
    return () => (started ??= start());
  };
  return {
    docker: once(async () => {
      const { docker, socket, stop } = await startDocker(
        realProgram('docker'),
        temporaryFolder('docker'),
      );
      stops.push(stop);
      const left = async (): Promise<readonly string[]> => {
        const filters = { label: ['dagwright.owner'] };
        return (await docker.listContainers({ all: true, filters })).map(({ Id }) => Id);
      };
      const beside = async (volume: string) => {
        const container = await docker.createContainer({
          Image: IMAGE,
          Cmd: ['sleep', '600'],
          HostConfig: { NetworkMode: 'none', Binds: [volume] },
        });
        await container.start();
        const processes = async (): Promise<readonly string[]> => {
          const { Processes } = (await container.top()) as { readonly Processes: string[][] };
          return Processes.map((words) => words.join(' ')).slice(1);
        };
        return { name: container.id, processes };
      };
      return { env: `env: [{DOCKER_HOST: "unix://${socket}"}]\n`, left, beside };
    }),
    postgres: once(async () => {
      const server = await startPostgres(realProgram('postgres'), temporaryFolder('postgres'));
      stops.push(server.stop);
      return server;
    }),
    redis: once(async () => {
      const { port, stop } = await startRedis(realProgram('redis'), temporaryFolder('redis'));
      stops.push(stop);
      return port;
    }),
    ssh: once(async () => {
      const { user, port, keyPath, knownHosts, kill } = await startSshd(temporaryFolder('sshd'));
      stops.push(kill);
      return `ssh: {user: ${user}, host: 127.0.0.1, port: ${port}, key: ${keyPath}, known_host_file: ${knownHosts}}\n`;
    }),
  };
}
