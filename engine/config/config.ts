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
  /** How much is kept in memory. */
  readonly cache: 'low' | 'normal' | 'high';
  /** Who may read the metrics: whoever may read the rest as well, or anybody. */
  readonly metrics: 'private' | 'public';
  readonly monitoring: MonitoringSettings;
  readonly queues: QueueSettings;
}

/** The history of what the machine was used for. */
export interface MonitoringSettings {
  /** Between two samples. */
  readonly intervalMs: number;
  /** Age at which samples are forgotten. */
  readonly retentionMs: number;
}

/** The part of the settings that is followed while the engine runs. */
export interface QueueSettings {
  /** False: nothing waits, and what asks to be queued is refused. */
  readonly enabled: boolean;
  /** The global queues, in the order of the file. */
  readonly config: readonly { readonly name: string; readonly maxConcurrency: number }[];
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
