import { resolve } from 'node:path';
import type Docker from 'dockerode';

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

interface Volume {
  readonly text: string;
  /** A path, or the name of a volume. */
  readonly host: string;
  readonly inside: string;
  readonly options: string;
}

/** The last path is that of the container, which the short form knows without colons alone. */
const FORM = /^(?<host>.+):(?<inside>\/[^:]*)(?::(?<options>[a-z,]+))?$/is;

function readVolume(text: string, folder: string): Volume {
  const { host = '', inside = '', options = '' } = FORM.exec(text)?.groups ?? {};
  if (host === '')
    throw new Error(`a volume must be \`HOST:CONTAINER\`, such as \`./data:/data\`, got: ${text}`);
  const isPath = /[/\\:]|^\./.test(host);
  return { text, host: isPath ? resolve(folder, host) : host, inside, options };
}

function bindOf({ host, inside, options }: Volume): string {
  return [host, inside, ...(options === '' ? [] : [options])].join(':');
}

function mountOf({ text, host, inside, options }: Volume): Docker.MountSettings {
  if (!['', 'ro', 'rw'].includes(options))
    throw new Error(
      `a volume whose path holds a colon may be \`ro\` or \`rw\` alone, got: ${text}`,
    );
  // As the short form does it, where the container engine is not older.
  const BindOptions = { CreateMountpoint: true } as unknown as NonNullable<
    Docker.MountSettings['BindOptions']
  >;
  const ReadOnly = options === 'ro';
  return { Type: 'bind', Source: host, Target: inside, ReadOnly, BindOptions };
}
