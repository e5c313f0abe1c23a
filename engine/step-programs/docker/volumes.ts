import { resolve } from 'node:path';
import type Docker from 'dockerode';
import { parseVolume, checkedVolume, type Volume } from './volume.ts';

/** Volumes as the container engine takes them. */
export type Volumes = Pick<Docker.HostConfig, 'Binds' | 'Mounts'>;

/**
 * Volumes as they are written: `HOST:CONTAINER[:OPTIONS]`. A path of this computer may hold colons, in itself or in the folder
 * that it is relative to. The short form of the container engine would cut it there, so it has the long form.
 *
 * @throws Error in words for a person.
 */
export function volumesOf(volumes: readonly string[], folder: string): Volumes {
  const read = volumes.map((text) => readVolume(text, folder));
  return {
    Binds: read.filter(({ host }) => !host.includes(':')).map(bindOf),
    Mounts: read.filter(({ host }) => host.includes(':')).map(mountOf),
  };
}

function readVolume(written: string, folder: string): Volume {
  const volume = parseVolume(written);
  const isPath = /[/\\:]|^\./.test(volume.host);
  return isPath ? checkedVolume({ ...volume, host: resolve(folder, volume.host) }) : volume;
}

function bindOf({ host, inside, options }: Volume): string {
  return [host, inside, ...(options === '' ? [] : [options])].join(':');
}

function mountOf({ host, inside, options }: Volume): Docker.MountSettings {
  // As the short form does it, where the container engine is not older.
  const BindOptions = { CreateMountpoint: true } as unknown as NonNullable<
    Docker.MountSettings['BindOptions']
  >;
  const ReadOnly = options === 'ro';
  return { Type: 'bind', Source: host, Target: inside, ReadOnly, BindOptions };
}
