/** What a step does with containers, with all values filled in. */
export interface DockerRequest {
  readonly where: ExecTarget | ImageTarget | RunTarget;
  /** Run one after another; empty: the container does what its image says. */
  readonly commands: readonly ContainerCommand[];
  /** Variables in the container beside those of the step. */
  readonly env: readonly string[];
  /** Variables of the step that do not stay outside, whatever their name. */
  readonly declared: readonly string[];
  readonly user: string;
  readonly workingDir: string;
  readonly stop: Stop;
  /** Folder that names what is left to do when this program is killed. */
  readonly leases: string;
  /** Where the container engine is, as the environment of ours says; empty: it is looked for. */
  readonly dockerEnv: Readonly<Record<string, string>>;
}

export interface ContainerCommand {
  readonly words: readonly string[];
  /** `NAME=value` each. */
  readonly env: readonly string[];
}

/** A container that runs already. */
export interface ExecTarget {
  readonly kind: 'exec';
  readonly container: string;
}

/** A container that is made for the step. */
export interface ImageTarget extends ImageSettings {
  readonly kind: 'image';
  /** Null: it runs the one command of the step. */
  readonly startup: Startup | null;
}

/** The container of all steps of a run: the first one makes it. */
export interface RunTarget extends ImageSettings {
  readonly kind: 'run';
  /** Names the run, and which attempt of it. */
  readonly run: string;
  readonly startup: Startup;
  /** Variables in the container, whatever step runs in it. */
  readonly env: readonly string[];
}

/** How a container is made. */
export interface ImageSettings {
  readonly image: string;
  readonly name: string;
  readonly pullPolicy: 'always' | 'missing' | 'never';
  /** Of the registries that let only some people pull. */
  readonly logins: readonly RegistryLogin[];
  readonly platform: string;
  readonly volumes: readonly string[];
  /** Where relative paths of volumes start from. */
  readonly folder: string;
  readonly ports: readonly string[];
  readonly network: string;
  readonly restartPolicy: 'no' | 'always' | 'unless-stopped';
  readonly keeps: boolean;
}

export interface RegistryLogin {
  readonly registry: string;
  readonly username: string;
  readonly password: string;
}

/** What a container does by itself while commands run in it. */
export interface Startup {
  readonly mode: 'keepalive' | 'entrypoint' | 'command';
  readonly command: readonly string[];
  readonly waitFor: 'running' | 'healthy';
  readonly logPattern: string | null;
}

export interface Stop {
  readonly signal: string;
  /** How long what gets the signal has until it is killed. */
  readonly graceMs: number;
}
