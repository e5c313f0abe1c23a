import { afterAll, beforeAll } from 'vitest';
import { startDocker, type DockerServer } from '../../scripts/samples/container-engine.ts';
import { temporaryFolder } from './home.ts';

/** A real container engine for all tests of a file, where DOCKER_HOST leads. */
export function dockerOfFile(dockerd: string): () => DockerServer {
  let server: DockerServer | undefined;
  const before = process.env['DOCKER_HOST'];
  beforeAll(async () => {
    server = await startDocker(dockerd, temporaryFolder('docker'));
    process.env['DOCKER_HOST'] = `unix://${server.socket}`;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    await server?.stop();
  });
  return () => {
    if (server === undefined) throw new Error('The container engine starts before the first test.');
    return server;
  };
}
