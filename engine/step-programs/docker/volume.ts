/** One volume of a container. */
export interface Volume {
  readonly text: string;
  /** A path, or the name of a volume. */
  readonly host: string;
  readonly inside: string;
  /** Separated by commas, such as `ro`. */
  readonly options: string;
}

/** The last path is that of the container, which the short form of container engines knows without colons alone. */
const FORM = /^(?<host>.+):(?<inside>\/[^:]*)(?::(?<options>[a-z,]+))?$/is;

/**
 * A volume as it is written: `HOST:CONTAINER[:OPTIONS]`. A path of this computer may hold colons.
 *
 * @throws Error in words for a person.
 */
export function parseVolume(text: string): Volume {
  const { host = '', inside = '', options = '' } = FORM.exec(text)?.groups ?? {};
  if (host === '')
    throw new Error(`a volume must be \`HOST:CONTAINER\`, such as \`./data:/data\`, got: ${text}`);
  return checkedVolume({ text, host, inside, options });
}

/**
 * The volume itself: of one whose path holds a colon, container engines know few options.
 *
 * @throws Error in words for a person.
 */
export function checkedVolume(volume: Volume): Volume {
  const { text, host, options } = volume;
  if (!host.includes(':') || ['', 'ro', 'rw'].includes(options)) return volume;
  throw new Error(`a volume whose path holds a colon can only be \`ro\` or \`rw\`, got: ${text}`);
}
