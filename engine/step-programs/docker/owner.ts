import { hostname } from 'node:os';
import type Docker from 'dockerode';
import { isRunning, ownName } from './process-name.ts';

/** Names the process that made a container and removes it, unless it is killed. */
const OWNER = 'dagwright.owner';
/** Process IDs mean something on one computer, to one user. */
const HOST = 'dagwright.host';
/** Names the run whose steps share a container. */
const RUN = 'dagwright.run';

/** Labels of a container that must not outlive this process. */
export function ownerLabels(): Record<string, string> {
  return { [OWNER]: ownName(), [HOST]: host() };
}

/** Label of a container that must not outlive a run. */
export function runLabels(run: string): Record<string, string> {
  return { [RUN]: run };
}

/** Removes the containers whose process was killed. What another one removes at the same time is gone as well. */
export async function sweepContainers(docker: Docker): Promise<void> {
  const filters = { label: [OWNER, `${HOST}=${host()}`] };
  for (const { Id, Labels } of await docker.listContainers({ all: true, filters })) {
    if (isRunning(Labels[OWNER] ?? '')) continue;
    await removeContainer(docker.getContainer(Id));
  }
}

/** Removes all that programs have left which were killed. */
export async function sweepLeft(docker: Docker): Promise<void> {
  await sweepContainers(docker);
  await sweepImages(docker);
}

/** The names of images that steps build for themselves begin with it, so that no other is ever removed. */
export const OWN_IMAGES = 'dagwright-action';

/** Removes the images of steps whose process was killed. */
async function sweepImages(docker: Docker): Promise<void> {
  const label = [OWNER, `${HOST}=${host()}`];
  const filters = JSON.stringify({ label, reference: [`${OWN_IMAGES}:*`] });
  for (const { Id, Labels } of await docker.listImages({ filters })) {
    if (!isRunning(Labels[OWNER] ?? '')) await removeImage(docker.getImage(Id));
  }
}

/** One that is gone is fine. */
export async function removeImage(image: Docker.Image): Promise<void> {
  try {
    await image.remove({ force: true });
  } catch (error) {
    if (![404, 409].includes(statusOf(error))) throw error;
  }
}

/** Ends the container of a run that has ended: its process has so long before it is killed. */
export async function endContainersOf(
  docker: Docker,
  { run, graceMs }: { readonly run: string; readonly graceMs: number },
): Promise<void> {
  const filters = { label: [`${RUN}=${run}`] };
  for (const { Id } of await docker.listContainers({ all: true, filters })) {
    const container = docker.getContainer(Id);
    if (graceMs > 0) await stopContainer(container, graceMs);
    await removeContainer(container);
  }
}

async function stopContainer(container: Docker.Container, graceMs: number): Promise<void> {
  try {
    await container.stop({ t: Math.ceil(graceMs / 1000) });
  } catch (error) {
    // It has ended, or is gone.
    if (![304, 404, 409].includes(statusOf(error))) throw error;
  }
}

/** The run whose steps share the container; undefined: it is none of these. */
export function runOf({ Config: { Labels } }: Docker.ContainerInspectInfo): string | undefined {
  return Labels[RUN];
}

/** Removes a container, whatever it does, with its nameless volumes; one that is gone is fine. */
export async function removeContainer(container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true });
  } catch (error) {
    // Gone, or being removed by somebody else.
    if (![404, 409].includes(statusOf(error))) throw error;
  }
}

/** The HTTP status of a refusal; 0 where there was none. */
export function statusOf(error: unknown): number {
  const { statusCode } = error as { readonly statusCode?: number };
  return statusCode ?? 0;
}

function host(): string {
  return `${hostname()} ${process.getuid?.() ?? ''}`;
}
