/** Structured log: a fixed message, values in fields. Step output never goes through it. */
export interface Logger {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
  /** A logger that adds these fields to every line. */
  readonly with: (fields: LogFields) => Logger;
}

export type LogFields = Readonly<Record<string, unknown>>;
