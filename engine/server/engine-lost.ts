import { EngineError } from '../contract/errors.ts';
import { isNamed, type Endpoint } from '../platform/endpoint-file.ts';

/** The engine that was asked is not there any more. */
export class EngineLost extends EngineError {
  /** Whether it may have taken what it was asked. */
  readonly mayHaveBegun: boolean;

  constructor(mayHaveBegun: boolean, cause?: unknown) {
    const message =
      'The engine ended before it answered. Check whether the request took effect before you send it again.';
    super('service_unavailable', message, { cause });
    this.mayHaveBegun = mayHaveBegun;
  }
}

/**
 * The loss of an engine that did not answer. One that ends in order answers all that it has read before it closes; one that
 * was killed leaves its file behind.
 */
export function lostEngine(dataDir: string, endpoint: Endpoint, cause: unknown): EngineLost {
  return new EngineLost(!isRefused(cause) && isNamed(dataDir, endpoint), cause);
}

/** Nobody listens where it did: nothing was sent. */
function isRefused(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return ['ECONNREFUSED', 'ENOENT'].includes(code);
}
