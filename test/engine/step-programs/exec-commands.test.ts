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
