/** Why an engine cannot start, in words for a person. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** Another process has the data folder. */
export class HomeInUse extends StartError {
  override readonly name = 'HomeInUse';
  /** Null for one that nobody knows. */
  readonly pid: number | null;
  /** Whether it is that of a command, which answers other commands, and ends. */
  readonly isByCommand: boolean;

  constructor(message: string, about: Pick<HomeInUse, 'pid' | 'isByCommand' | 'cause'>) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.pid = about.pid;
    this.isByCommand = about.isByCommand;
  }
}
