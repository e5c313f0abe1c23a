import type { Dag } from '../dag/definition.ts';
import type { RegistryLogin } from '../step-programs/docker/docker-request.ts';
import type { WorkContext } from './work.ts';

/** How a DAG logs in to registries of images, with all values filled in. */
export function registryLogins(
  { registryAuths }: Pick<Dag, 'registryAuths'>,
  expand: WorkContext['expand'],
): Promise<readonly RegistryLogin[]> {
  return Promise.all(
    registryAuths.map(async ({ registry, username, password }) => ({
      registry,
      username: await expand(username),
      password: await expand(password),
    })),
  );
}
