import { z } from 'zod';
import { shape, type ValueOf } from './shape.ts';

/** Every error code of the interface and its HTTP status. Codes are never reused. */
export const errorStatus = {
  bad_request: 400,
  not_running: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  already_exists: 409,
  already_running: 409,
  max_run_reached: 409,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** The body of every error answer, and the value in which an error crosses IPC. */
export const wireError = shape(() =>
  z.object({
    code: z.enum(errorCodes),
    message: z.string().describe('Description of the error, as a sentence.'),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Details of the message, such as invalid fields or load errors.'),
    dagRunId: z
      .string()
      .optional()
      .describe('With `timeout` of start-sync: the run, which continues in the background.'),
    itemId: z.string().optional().describe('With `conflict` of Git Sync: the item.'),
    remoteCommit: z.string().optional().describe('The commit that is in conflict with it.'),
    remoteAuthor: z.string().optional().describe('Who made that commit.'),
    remoteMessage: z.string().optional().describe('The message of the last remote commit.'),
  }),
);
export type WireError = ValueOf<typeof wireError>;

type Extras = Partial<Omit<WireError, 'code' | 'message'>>;

/** How the error of a path begins that an engine does not have: other things that are not found are named. */
export const NO_PATH = 'Nothing found at this path';

/** A failure that the caller is told about. Everything else is a bug and becomes `internal_error`. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(
    code: ErrorCode,
    message: string,
    extras: Extras & { readonly cause?: unknown } = {},
  ) {
    const { cause, ...rest } = extras;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.extras = rest;
  }
}

/** Prepares an error for the wire: expected ones keep their words, bugs show none of theirs. */
export function toWireError(error: unknown): WireError {
  if (error instanceof EngineError) {
    return { code: error.code, message: error.message, ...error.extras };
  }
  return {
    code: 'internal_error',
    message: 'Internal error. See the log of the engine for details.',
  };
}

/** The way back: the error that a client throws for an answer that reports one. */
export function fromWireError(wire: WireError): EngineError {
  const { code, message, ...extras } = wire;
  return new EngineError(code, message, withoutUndefined(extras));
}

function withoutUndefined(extras: Omit<WireError, 'code' | 'message'>): Extras {
  return Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined));
}
