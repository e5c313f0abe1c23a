import { writeSync } from 'node:fs';
import type Docker from 'dockerode';
import { rootCause } from '../../lib/root-cause.ts';
import type { ImageSettings } from './docker-request.ts';
import { statusOf } from './owner.ts';
import { loginFor } from './registry-login.ts';
import { untilDone } from './until-done.ts';

type WantedImage = Pick<ImageSettings, 'image' | 'pullPolicy' | 'platform' | 'logins'>;

/** Makes sure of the image as its policy says. @throws Error in words when it cannot be had. */
export async function provideImage(docker: Docker, target: WantedImage): Promise<void> {
  const { image, pullPolicy } = target;
  if (pullPolicy === 'always' || !(await isHere(docker, target))) {
    if (pullPolicy === 'never')
      throw new Error(
        `there is no image ${image} here, and \`pull_policy: never\` forbids to pull it`,
      );
    await pull(docker, target);
  }
}

async function isHere(docker: Docker, { image, platform }: WantedImage): Promise<boolean> {
  try {
    const { Os, Architecture } = await docker.getImage(image).inspect();
    return platform === '' || `${platform}/`.startsWith(`${Os}/${Architecture}/`);
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

async function pull(docker: Docker, settings: WantedImage): Promise<void> {
  const { image } = settings;
  writeSync(2, `pulling ${image}\n`);
  try {
    await untilDone(await pulled(docker, settings));
  } catch (error) {
    throw new Error(`cannot pull ${image}: ${rootCause(error)}`, { cause: error });
  }
}

/** The promise of the library would put the login into the address of the request. */
function pulled(
  docker: Docker,
  { image, platform, logins }: WantedImage,
): Promise<NodeJS.ReadableStream> {
  const login = loginFor(image, logins);
  const as = login && { ...login, serveraddress: login.registry };
  const options = platform === '' ? {} : { platform };
  return new Promise((resolve, reject) => {
    docker.pull(
      tagged(image),
      options,
      (error, stream) => (stream ? resolve(stream) : reject(error ?? new Error('no answer'))),
      as,
    );
  });
}

/** Without a tag an engine pulls every one. */
function tagged(image: string): string {
  const isExact = image.includes('@') || /:[^/]*$/.test(image);
  return isExact ? image : `${image}:latest`;
}
