/** One published port of a container. */
export interface Port {
  /** With its protocol, such as `80/tcp`. */
  readonly inside: string;
  /** Address and port of this computer; any free port where it is empty. */
  readonly host: { readonly HostIp?: string; readonly HostPort: string };
}

const FORM = /^(?:(?:(.+):)?(\d*):)?(\d+)(?:\/(tcp|udp|sctp))?$/;

/**
 * A port as it is written: `[[ADDRESS:]HOST:]CONTAINER[/PROTOCOL]`.
 *
 * @throws Error in words for a person.
 */
export function parsePort(text: string): Port {
  const [, address, host = '', inside = '', protocol = 'tcp'] = FORM.exec(text) ?? [];
  if (inside === '')
    throw new Error(`a port must be \`HOST:CONTAINER\`, such as \`8080:80\`, got: ${text}`);
  const HostIp = address?.replace(/^\[(.*)\]$/, '$1');
  return {
    inside: `${inside}/${protocol}`,
    host: { HostPort: host, ...(HostIp === undefined ? {} : { HostIp }) },
  };
}
