import type Docker from 'dockerode';
import type { DockerRequest, ImageTarget, RunTarget } from './docker-request.ts';
import { parsePort, type Port } from './port.ts';
import { volumesOf } from './volumes.ts';

interface Made {
  readonly target: ImageTarget | RunTarget;
  readonly request: Pick<DockerRequest, 'commands' | 'user' | 'workingDir'>;
  readonly env: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** What the container engine is asked to make. */
export function createOptions({
  target,
  request,
  env,
  labels,
}: Made): Docker.ContainerCreateOptions {
  const { image, volumes, folder, ports, network, restartPolicy } = target;
  return {
    Image: image,
    ...mainProcess(target, request),
    Env: [...env],
    ...(request.user === '' ? {} : { User: request.user }),
    ...(request.workingDir === '' ? {} : { WorkingDir: request.workingDir }),
    Labels: labels,
    ExposedPorts: Object.fromEntries(ports.map((port) => [parsePort(port).inside, {}])),
    HostConfig: {
      ...volumesOf(volumes, folder),
      PortBindings: bindingsOf(ports),
      ...(network === '' ? {} : { NetworkMode: network }),
      RestartPolicy: { Name: restartPolicy },
    },
  };
}

function mainProcess(
  { startup }: ImageTarget | RunTarget,
  { commands: [command] }: Pick<DockerRequest, 'commands'>,
): Pick<Docker.ContainerCreateOptions, 'Entrypoint' | 'Cmd'> {
  if (startup === null)
    return command === undefined ? {} : { Entrypoint: [], Cmd: [...command.words] };
  switch (startup.mode) {
    case 'keepalive':
      return { Entrypoint: ['tail'], Cmd: ['-f', '/dev/null'] };
    case 'entrypoint':
      return {};
    case 'command':
      return { Cmd: [...startup.command] };
  }
}

function bindingsOf(ports: readonly string[]): Record<string, Port['host'][]> {
  const bindings: Record<string, Port['host'][]> = {};
  for (const { inside, host } of ports.map(parsePort)) (bindings[inside] ??= []).push(host);
  return bindings;
}
