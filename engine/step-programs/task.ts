import type { HttpRequest } from './http/http-request.ts';

/** What a step program is asked to do: which of them, and the step's own settings with all values filled in. */
export type ProgramTask = {
  readonly [Name in keyof ProgramInputs]: {
    readonly program: Name;
    readonly input: ProgramInputs[Name];
  };
}[keyof ProgramInputs];

/** The programs by their names. */
interface ProgramInputs {
  readonly http: HttpRequest;
}

/** What stands in the file of an input. It may hold secrets: only its owner can read it, and the program takes it away. */
export interface ProgramInput {
  readonly task: ProgramTask;
  /** Gets what the program tells the engine, a line for each. */
  readonly reportFile: string;
}

/** What a program tells the engine beside its output. */
export interface ProgramReport {
  /** Why it failed. */
  readonly error: string;
}
