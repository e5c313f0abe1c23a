/** Everything that can be set from outside, resolved once at start: flag > environment > config.yaml > default. */
export interface Config {
  readonly paths: Paths;
  readonly host: string;
  readonly port: number;
  /** Program and arguments of the shell for steps that name none; null: `$SHELL`, else `sh`. */
  readonly defaultShell: readonly string[] | null;
  /** IANA zone for schedules without one of their own; null: the system's. */
  readonly timezone: string | null;
  readonly skipExamples: boolean;
  readonly logFormat: 'text' | 'json';
  readonly debug: boolean;
}

export interface Paths {
  readonly configFile: string;
  readonly dagsDir: string;
  /** What all DAGs have in common: base.yaml. */
  readonly baseConfig: string;
  /** Database, lock, endpoint file and the private folders of inline runs. */
  readonly dataDir: string;
  readonly logDir: string;
}
