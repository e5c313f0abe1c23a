import type { DockerRequest, ImageSettings } from '../docker/docker-request.ts';

/** An action of GitHub to run, with all values filled in. */
export interface GhaRequest {
  /** A folder, `owner/repository[/path]@ref`, or the URL of one. */
  readonly action: string;
  /** By name, whose case does not matter. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Whether standard output gets the outputs alone, as JSON, and standard error what the action says. */
  readonly outputsOnly: boolean;
  readonly containers: ContainerSettings;
}

/** What actions that run in a container are told. */
export type ContainerSettings = Pick<ImageSettings, 'logins'> &
  Pick<DockerRequest, 'leases' | 'dockerEnv'>;
