import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type Docker from 'dockerode';
import { makePrivateFolder } from '../../lib/folders.ts';
import { readText } from '../../lib/regular-file.ts';
import { appendText } from '../../lib/write-file.ts';
import { statusOf } from './owner.ts';

/** How a container engine names an image that an instruction of a Dockerfile has made. */
const LAYER = /^ *--+> +(?:[0-9a-f]{52})?([0-9a-f]{12})\s*$/gm;

/**
 * Hears what a build says, and notes the images that it makes on its way: they have no name and no label, and one that does
 * not come to its end leaves them. Those that were there before are not of this build.
 */
export async function layerNotes(docker: Docker, file: string): Promise<(words: string) => void> {
  const images = await docker.listImages({ all: true });
  const known = new Set(images.map(({ Id }) => Id.replace('sha256:', '').slice(0, 12)));
  makePrivateFolder(dirname(file));
  return (words) => {
    for (const [, id = ''] of words.matchAll(LAYER)) {
      if (!known.has(id)) appendText(file, `${id}\n`);
    }
  };
}

/** Removes the images that were noted, the newest first, and the notes. */
export async function removeLayers(docker: Docker, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const ids = readText(file, { links: 'refuse' }).split('\n').filter(Boolean);
  for (const id of ids.toReversed()) await removeLayer(docker.getImage(id));
  rmSync(file, { force: true });
}

async function removeLayer(image: Docker.Image): Promise<void> {
  try {
    // Some engines say nothing for none.
    const { RepoTags, RepoDigests } = (await image.inspect()) as Partial<Docker.ImageInspectInfo>;
    // A name means that it was pulled, or that somebody wants it.
    if (RepoTags?.length || RepoDigests?.length) return;
    await image.remove({ noprune: true });
  } catch (error) {
    // Gone, or in use by somebody else.
    if (![404, 409].includes(statusOf(error))) throw error;
  }
}
