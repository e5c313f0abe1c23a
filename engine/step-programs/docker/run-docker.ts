import type Docker from 'dockerode';
import { passedEnv } from '../passed-env.ts';
import type { ProgramContext } from '../task.ts';
import { dockerClient } from './docker-client.ts';
import type { DockerRequest, ExecTarget, ImageTarget, RunTarget, Stop } from './docker-request.ts';
import { endsWithin } from './ends-within.ts';
import { failureOf } from './failure.ts';
import { execCommands, MARK } from './exec-commands.ts';
import { provideImage } from './image.ts';
import { createOptions } from './create-options.ts';
import { endInside } from './inside.ts';
import { printOutput } from './output.ts';
import { endLease } from './lease.ts';
import { ownerLabels, removeContainer, statusOf, sweepContainers } from './owner.ts';
import { untilReady } from './readiness.ts';
import { runAttached } from './run-attached.ts';
import { containerOfRun } from './run-container.ts';
import { writeStepLease } from './step-lease.ts';

/** What all ways to run share. */
interface Job<Target> {
  readonly docker: Docker;
  readonly target: Target;
  readonly request: DockerRequest;
  readonly env: readonly string[];
  readonly context: ProgramContext;
}

/**
 * Runs the commands of a step in a container, and ends as they do. A container of the step is gone when the program ends;
 * that of one that was killed is removed by the next, or when the engine starts. That of a run ends with the run.
 *
 * @throws Error in words for a person.
 */
export async function runDocker(request: DockerRequest, context: ProgramContext): Promise<void> {
  const passed = passedEnv(process.env, request.declared);
  const ofStep = passed.map(([name, value]) => `${name}=${value}`);
  const env = [...ofStep, ...request.env];
  const docker = await dockerClient(request.dockerEnv);
  await sweepContainers(docker);
  try {
    process.exitCode = await runWhere({ docker, request, env, context });
  } catch (error) {
    throw new Error(failureOf(error), { cause: error });
  }
}

async function runWhere(job: Omit<Job<never>, 'target'>): Promise<number> {
  const { where } = job.request;
  switch (where.kind) {
    case 'exec':
      return runInside(job, await runningContainer({ ...job, target: where }));
    case 'run':
      return runInside(job, await sharedContainer({ ...job, target: where }));
    case 'image':
      return runImage({ ...job, target: where });
  }
}

async function runningContainer({
  docker,
  target,
  context,
}: Job<ExecTarget>): Promise<Docker.Container> {
  context.fact('container', target.container);
  const container = docker.getContainer(target.container);
  await untilReady(container, { waitFor: 'running', logPattern: null });
  return container;
}

function sharedContainer({
  docker,
  target,
  request,
  context,
}: Job<RunTarget>): Promise<Docker.Container> {
  context.fact('image', target.image);
  return containerOfRun(docker, { target, request });
}

/** The commands run in a container that outlives the step. */
async function runInside(
  { docker, request, env, context }: Omit<Job<never>, 'target'>,
  container: Docker.Container,
): Promise<number> {
  const { Id } = await container.inspect();
  const inside = { container: Id, mark: MARK, stop: request.stop };
  const lease = writeStepLease(request.leases, inside);
  const endNow = async (): Promise<void> => {
    await endInside(docker, inside);
    endLease(lease);
  };
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => (ended ??= endNow());
  context.onStop(end);
  try {
    const code = await execCommands(docker, container, { request, env, context });
    // What the command started may outlive it, but no stop.
    await ended;
    endLease(lease);
    return code;
  } catch (error) {
    // It may run on where the line to it was cut. What cannot be ended now keeps its lease.
    await end().catch(() => undefined);
    throw error;
  }
}

async function runImage(job: Job<ImageTarget>): Promise<number> {
  const { docker, target, context } = job;
  context.fact('image', target.image);
  await provideImage(docker, target);
  const lease = target.keeps ? null : writeStepLease(job.request.leases);
  const made = create(job).catch((error: unknown) => {
    if (lease !== null) endLease(lease);
    throw error;
  });
  let removed: Promise<void> | undefined;
  const removeNow = async (): Promise<void> => {
    if (lease === null) return;
    await removeContainer(await made);
    endLease(lease);
  };
  // The end of the step and its stop may ask for it at the same time, and both wait until it is done.
  const remove = (): Promise<void> => (removed ??= removeNow());
  context.onStop(async () => {
    const container = await made;
    await endContainer(container, job.request.stop);
    await remove();
  });
  const container = await made;
  try {
    return await (target.startup === null
      ? runAttached(container, (stream) => printOutput(docker, stream))
      : runBeside(job, container));
  } finally {
    await remove();
  }
}

function create({ docker, target, request, env }: Job<ImageTarget>): Promise<Docker.Container> {
  const [command] = request.commands;
  const own = target.startup === null ? (command?.env ?? []) : [];
  const labels = target.keeps ? {} : ownerLabels();
  const body = createOptions({ target, request, env: [...env, ...own], labels });
  const { name, platform } = target;
  // What stands in the query of the request; all else is its body, which may be large.
  const query = { ...(name === '' ? {} : { name }), ...(platform === '' ? {} : { platform }) };
  return docker.createContainer({ _query: query, _body: body } as Docker.ContainerCreateOptions);
}

/** The commands run beside what the container does by itself. */
async function runBeside(
  { docker, target, request, env, context }: Job<ImageTarget>,
  container: Docker.Container,
): Promise<number> {
  await container.start();
  if (target.startup !== null) await untilReady(container, target.startup);
  return execCommands(docker, container, { request, env, context });
}

/** First the signal, then, when the time is over, the kill. */
async function endContainer(container: Docker.Container, { signal, graceMs }: Stop): Promise<void> {
  try {
    await container.kill({ signal });
    if (!(await endsWithin(container, graceMs))) await container.kill();
  } catch (error) {
    // It is not running, or gone already.
    if (![404, 409].includes(statusOf(error))) throw error;
  }
}
