import { PassThrough } from 'node:stream';
import type Docker from 'dockerode';
import { expect, it } from 'vitest';
import { execCommands } from '../../../engine/step-programs/docker/exec-commands.ts';

/** A container that accepts a command, and answers its start with an error. */
function aContainer(statusCode: number, State: { Running: boolean; ExitCode: number }) {
  const refuse = () =>
    Promise.reject(Object.assign(new Error('container not running'), { statusCode }));
  const container = {
    exec: () => Promise.resolve({ start: refuse }),
    inspect: () => Promise.resolve({ State }),
  };
  // As much of it as is asked here.
  return container as unknown as Docker.Container;
}

const given = {
  request: { commands: [{ words: ['ls'], env: [] }], user: '', workingDir: '' },
  env: [],
  context: { failedCommand: () => undefined },
};

it('says how a container ended that did so between accepting a command and starting it', async () => {
  const container = aContainer(500, { Running: false, ExitCode: 3 });

  await expect(execCommands({} as Docker, container, given)).rejects.toThrow(
    'the container ended before the command began, with exit code 3',
  );
});

it('passes on what a container engine says of a container that runs', async () => {
  const container = aContainer(500, { Running: true, ExitCode: 0 });

  await expect(execCommands({} as Docker, container, given)).rejects.toThrow(
    'container not running',
  );
});

const noSuchThing = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('no such exec'), { statusCode: 404 }));

/** A container whose engine forgets a command that was started. */
const forgetting = (inspect: () => Promise<object>): Docker.Container => {
  const start = () => Promise.resolve(new PassThrough().end().resume());
  const exec = () => Promise.resolve({ start, inspect: noSuchThing });
  return { exec, inspect } as unknown as Docker.Container;
};
const docker = { modem: { demuxStream: () => undefined } } as unknown as Docker;

it('says that a container ended while the command ran, of which the engine knows nothing then', async () => {
  const ended = forgetting(() => Promise.resolve({ State: { Running: false, ExitCode: 3 } }));

  await expect(execCommands(docker, ended, given)).rejects.toThrow(
    'the container ended while the command ran, with exit code 3',
  );
});

it('says that a container was removed while the command ran', async () => {
  await expect(execCommands(docker, forgetting(noSuchThing), given)).rejects.toThrow(
    'the container was removed while the command ran',
  );
});
