/** A container as a step writes it, unexpanded. */
export interface Container {
  /** A container that runs already; null: one is made of the image. */
  readonly exec: string | null;
  readonly image: string | null;
  readonly name: string | null;
  readonly pullPolicy: 'always' | 'missing' | 'never';
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** `HOST:CONTAINER[:OPTIONS]` each. */
  readonly volumes: readonly string[];
  readonly workingDir: string | null;
  readonly platform: string | null;
  readonly user: string | null;
  /** `[[ADDRESS:]HOST:]CONTAINER[/PROTOCOL]` each. */
  readonly ports: readonly string[];
  readonly network: string | null;
  /** What the container does by itself; null: it runs the command of the step and nothing else. */
  readonly startup: 'keepalive' | 'entrypoint' | 'command' | null;
  readonly command: readonly string[];
  readonly waitFor: 'running' | 'healthy';
  /** A line of its log that says that it is ready; null: none is waited for. */
  readonly logPattern: string | null;
  readonly restartPolicy: 'no' | 'always' | 'unless-stopped';
  readonly keepContainer: boolean;
  /** Gets each command of the step as its last argument; empty: commands are words. */
  readonly shell: readonly string[];
}
