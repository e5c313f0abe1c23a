import type Docker from 'dockerode';
import { createOptions } from './create-options.ts';
import { dockerPlace } from './docker-client.ts';
import type { DockerRequest, RunTarget } from './docker-request.ts';
import { endsWithin } from './ends-within.ts';
import { provideImage } from './image.ts';
import { leaseOfRun, writeLease } from './lease.ts';
import { runLabels, runOf, statusOf } from './owner.ts';
import { LIMIT_MS, LOOK_MS, untilReady } from './readiness.ts';

interface Shared {
  readonly target: RunTarget;
  readonly request: DockerRequest;
}

/**
 * The container of all steps of a run, ready for commands. Steps may come to it at the same time, and any of them may be
 * killed in between: whoever finds that something is left to do does it, and the name lets one of them make it.
 *
 * @throws Error in words for a person.
 */
export async function containerOfRun(docker: Docker, shared: Shared): Promise<Docker.Container> {
  const { target } = shared;
  const container = (await found(docker, target)) ?? (await made(docker, shared));
  await start(container);
  await untilReady(container, target.startup);
  return container;
}

async function made(docker: Docker, shared: Shared): Promise<Docker.Container> {
  const { target, request } = shared;
  await provideImage(docker, target);
  if (!target.keeps) note(target, request);
  const isLate = AbortSignal.timeout(LIMIT_MS);
  while (!isLate.aborted) {
    const container = (await create(docker, shared)) ?? (await found(docker, target));
    if (container !== null) return container;
    await pause(docker.getContainer(nameOf(target)));
  }
  throw new Error(`the name ${nameOf(target)} is taken by the container of another run`);
}

/** Lets the run that has the name end. Where another step is making the container, it is there in a moment. */
async function pause(container: Docker.Container): Promise<void> {
  try {
    await endsWithin(container, LOOK_MS, 'next-exit');
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}

/** Before there is a container, so that it is ended whatever becomes of this process. */
function note({ run, startup }: RunTarget, { leases, stop }: DockerRequest): void {
  // What only waits for commands has nothing to bring to an end.
  const graceMs = startup.mode === 'keepalive' ? 0 : stop.graceMs;
  const holder = { kind: 'run', run, graceMs } as const;
  writeLease(leaseOfRun(leases, run), { holder, dockerEnv: dockerPlace() });
}

/** Null: its name is taken. */
async function create(
  docker: Docker,
  { target, request }: Shared,
): Promise<Docker.Container | null> {
  const { run, env, platform } = target;
  const labels = runLabels(run);
  const body = createOptions({ target, request: { ...request, commands: [] }, env, labels });
  const query = { name: nameOf(target), ...(platform === '' ? {} : { platform }) };
  try {
    // What stands in the query of the request; all else is its body, which may be large.
    const options = { _query: query, _body: body } as Docker.ContainerCreateOptions;
    return await docker.createContainer(options);
  } catch (error) {
    if (statusOf(error) === 409) return null;
    throw error;
  }
}

/** Null: there is none yet, or it is of another run, which may end. */
async function found(docker: Docker, target: RunTarget): Promise<Docker.Container | null> {
  const container = docker.getContainer(nameOf(target));
  const state = await container.inspect().catch((error: unknown) => {
    if (statusOf(error) === 404) return null;
    throw error;
  });
  if (state === null) return null;
  if (runOf(state) === undefined)
    throw new Error(
      `the name ${nameOf(target)} is used by a container of someone else: remove that, or set another \`name\``,
    );
  if (runOf(state) !== target.run) return null;
  const { Status, ExitCode } = state.State;
  if (['exited', 'dead'].includes(Status))
    throw new Error(`the container of the DAG has ended, with exit code ${ExitCode}`);
  return container;
}

async function start(container: Docker.Container): Promise<void> {
  try {
    await container.start();
  } catch (error) {
    // It runs already.
    if (statusOf(error) !== 304) throw error;
  }
}

function nameOf({ name, run }: RunTarget): string {
  return name === '' ? `dagwright-${run}` : name;
}
