import { randomUUID } from 'node:crypto';
import type Docker from 'dockerode';
import type { ContainerCommand, DockerRequest } from './docker-request.ts';
import { printOutput } from './output.ts';
import type { ProgramContext } from '../task.ts';
import { statusOf } from './owner.ts';

/** Marks every process of this step in a container that others use too. */
export const MARK = `DAG_PROCESS=${randomUUID()}`;

/** The exit code of a command that could not be started, as in a shell. */
const NOT_STARTED = 126;

type Given = Pick<DockerRequest, 'commands' | 'user' | 'workingDir'>;

/** Runs commands in a container until one fails. Answers with the exit code of the last one that ran. */
export async function execCommands(
  docker: Docker,
  container: Docker.Container,
  { request, env, context }: Commands,
): Promise<number> {
  for (const [index, command] of request.commands.entries()) {
    const code = await execOne(docker, container, { request, env, command }).catch(
      async (error: unknown) => {
        // What it answers when the container does not run, and when it ended between accepting a command and starting it.
        if ([409, 500].includes(statusOf(error))) await refuseEnded(container, error);
        throw error;
      },
    );
    if (code === 0) continue;
    context.failedCommand(index + 1);
    return code;
  }
  return 0;
}

interface Commands {
  readonly request: Given;
  readonly env: readonly string[];
  readonly context: Pick<ProgramContext, 'failedCommand'>;
}

interface One {
  readonly request: Given;
  readonly env: readonly string[];
  readonly command: ContainerCommand;
}

async function execOne(
  docker: Docker,
  container: Docker.Container,
  { request: { user, workingDir }, env, command }: One,
): Promise<number> {
  const exec = await container.exec({
    Cmd: [...command.words],
    Env: [...env, ...command.env, MARK],
    AttachStdout: true,
    AttachStderr: true,
    ...(user === '' ? {} : { User: user }),
    ...(workingDir === '' ? {} : { WorkingDir: workingDir }),
  });
  await printOutput(docker, await exec.start({ hijack: true, stdin: false }));
  const { ExitCode, Running } = await endOf(exec, container);
  if (Running || ExitCode === null)
    throw new Error('the connection to the container engine was cut while the command ran');
  if (ExitCode === NOT_STARTED) await refuseEnded(container);
  return ExitCode;
}

/** Refuses a container that ended after it accepted a command. Where it runs, the code is the command's own. */
async function refuseEnded(container: Docker.Container, cause?: unknown): Promise<void> {
  const { State } = await container.inspect();
  if (State.Running) return;
  const end = `the container ended before the command began, with exit code ${State.ExitCode}`;
  throw new Error(end, { cause });
}

async function endOf(
  exec: Docker.Exec,
  container: Docker.Container,
): Promise<Docker.ExecInspectInfo> {
  try {
    return await exec.inspect();
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    throw new Error(await whyGone(container), { cause: error });
  }
}

/** Why the engine knows nothing of a command any more: it forgets those of a container that has ended. */
async function whyGone(container: Docker.Container): Promise<string> {
  try {
    const { State } = await container.inspect();
    return `the container ended while the command ran, with exit code ${State.ExitCode}`;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    return 'the container was removed while the command ran';
  }
}
