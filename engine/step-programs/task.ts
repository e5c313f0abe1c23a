import type { HttpRequest } from './http/http-request.ts';

/** What a step program is asked to do: which of them, and the step's own settings with all values filled in. */
export type ProgramTask<Name extends keyof Programs = keyof Programs> = {
  readonly [Each in Name]: { readonly program: Each; readonly input: ProgramInputs[Each] };
}[Name];

/** What each program takes. */
interface ProgramInputs {
  readonly http: HttpRequest;
}
type ProgramName = keyof ProgramInputs;

/** Every program, by its name. */
export type Programs = {
  readonly [Name in ProgramName]: (input: ProgramInputs[Name]) => Promise<void>;
};

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
