/** How an action ended. */
export interface ActionEnd {
  readonly exitCode: number;
  readonly outputs: Readonly<Record<string, string>>;
}

/** An action that is about to run. */
export interface Call {
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables beside those of the job. */
  readonly env: Readonly<Record<string, string>>;
  /** How many actions called each other to come here. */
  readonly depth: number;
}

/** The variables by which a program of an action reads its inputs. */
export function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([id, value]) => [
      `INPUT_${id.replaceAll(' ', '_').toUpperCase()}`,
      value,
    ]),
  );
}
