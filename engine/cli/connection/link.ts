import type { EngineClient } from '../../contract/client.ts';
import type { NamedRun } from '../../server/command-request.ts';

/** The engine that a command uses at the moment. */
export interface Link {
  readonly client: EngineClient;
  /** `service`: it stays. `command`: it ends with another command. `in process`: it ends with this one. */
  readonly engine: 'service' | 'command' | 'in process';
  /** An address named it: files and folders of this machine mean nothing to it. */
  readonly isElsewhere: boolean;
  /** Goes on with a run that another engine left; a service does so by itself. */
  readonly resume: (run: NamedRun) => Promise<void>;
}
