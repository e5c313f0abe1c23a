import { randomUUID } from 'node:crypto';
import type Docker from 'dockerode';
import { create } from 'tar';
import { rootCause } from '../../lib/root-cause.ts';
import { layerNotes, removeLayers } from '../docker/build-layers.ts';
import { provideImage } from '../docker/image.ts';
import { layersOfProcess } from '../docker/lease.ts';
import { OWN_IMAGES, ownerLabels, removeImage } from '../docker/owner.ts';
import { ownName } from '../docker/process-name.ts';
import { loginsByAddress } from '../docker/registry-login.ts';
import { untilDone } from '../docker/until-done.ts';
import type { Call } from './call.ts';
import type { Job } from './job.ts';
import { willMake } from './made-things.ts';

interface Wanted {
  readonly job: Job;
  readonly call: Call;
  /** `docker://` and a name, or the path of a Dockerfile in the action. */
  readonly image: string;
}

const READY = 'docker://';

/** Returns the name of the image of an action, which is there now. One that is built goes at the end of the step. */
export async function actionImage(docker: Docker, { job, call, image }: Wanted): Promise<string> {
  const { logins, leases } = job.containers;
  if (image.startsWith(READY)) {
    const name = image.slice(READY.length);
    await provideImage(docker, { image: name, pullPolicy: 'missing', platform: '', logins });
    return name;
  }
  const name = `${OWN_IMAGES}:${randomUUID()}`;
  const made = willMake(name, leases);
  const layers = layersOfProcess(leases, ownName());
  job.after.push(async () => {
    await removeImage(docker.getImage(name));
    await removeLayers(docker, layers);
    made.isGone();
  });
  const hear = await layerNotes(docker, layers);
  await build(docker, { name, folder: call.folder, file: image, logins, hear });
  return name;
}

interface Building extends Pick<Job['containers'], 'logins'> {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** Gets what the build says. */
  readonly hear: (words: string) => void;
}

/** @throws Error with what the build said. */
async function build(
  docker: Docker,
  { name, folder, file, logins, hear }: Building,
): Promise<void> {
  const context = create({ cwd: folder, portable: true }, ['.']);
  const options = {
    t: name,
    dockerfile: file,
    labels: ownerLabels(),
    registryconfig: loginsByAddress(logins),
    rm: true,
    forcerm: true,
  };
  try {
    const stream = context as unknown as NodeJS.ReadableStream;
    await untilDone(await docker.buildImage(stream, options), hear);
  } catch (error) {
    throw new Error(`cannot build ${file}: ${rootCause(error)}`, { cause: error });
  }
}
