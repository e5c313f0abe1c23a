import type { RegistryLogin } from './docker-request.ts';

const HUB = 'docker.io';

/** The login for the registry of an image; undefined: anybody may pull it, as far as is known. */
export function loginFor(
  image: string,
  logins: readonly RegistryLogin[],
): RegistryLogin | undefined {
  const registry = registryOf(image);
  return logins.find((login) => hostOf(login.registry) === registry);
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
