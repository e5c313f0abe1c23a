import type Docker from 'dockerode';
import type { RegistryLogin } from './docker-request.ts';

const HUB = 'docker.io';
const HUB_ADDRESS = 'https://index.docker.io/v1/';

/** The login for the registry of an image; undefined: anybody may pull it, as far as is known. */
export function loginFor(
  image: string,
  logins: readonly RegistryLogin[],
): RegistryLogin | undefined {
  const registry = registryOf(image);
  return logins.find((login) => hostOf(login.registry) === registry);
}

/** The logins as a build is told them: by the address under which Docker itself keeps them. */
export function loginsByAddress(logins: readonly RegistryLogin[]): Docker.RegistryConfig {
  const entries = logins.map(({ registry, username, password }) => {
    const host = hostOf(registry);
    return [host === HUB ? HUB_ADDRESS : host, { username, password }] as const;
  });
  return Object.fromEntries(entries);
}

/** What stands before the first slash is a registry where it looks like a host. */
function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  return rest.length > 0 && /[.:]|^localhost$/.test(first) ? hostOf(first) : HUB;
}

/** Registries are written as hosts or as addresses, that of Docker in several ways. */
function hostOf(registry: string): string {
  const host = registry
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  return /^(?:index|registry-1)\.docker\.io$/.test(host) ? HUB : host;
}
