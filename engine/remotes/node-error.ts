import { EngineError, type ErrorCode } from '../contract/errors.ts';
import { rootCause } from '../lib/root-cause.ts';

/** Those of a node that are about the node; all others are about what was asked. */
const ofTheNode: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]);

/**
 * What the caller is told of a call that a node did not answer. Errors about what was asked keep their words; those about
 * the node name it. Refused credentials are ours and not the caller's, so they are no `unauthorized`: a page would take
 * that for the end of its own session.
 */
export function nodeError(node: string, error: unknown): EngineError {
  if (!(error instanceof EngineError))
    return unavailable(node, `${rootCause(error).replace(/\.$/, '')}.`, error);
  const { code, message, extras, cause } = error;
  if (code === 'unauthorized') {
    return unavailable(node, 'it rejects the configured credentials.', error);
  }
  // Only the client's own errors have a cause; those that came from the node were read from its answer.
  if (cause !== undefined) return unavailable(node, `${message} (${rootCause(cause)})`, error);
  if (!ofTheNode.has(code)) return error;
  return new EngineError(code, `${named(node)}: ${message}`, { ...extras, cause: error });
}

function unavailable(node: string, reason: string, cause?: unknown): EngineError {
  return new EngineError('service_unavailable', `${named(node)} is not available: ${reason}`, {
    cause,
  });
}

function named(node: string): string {
  return `The remote node ${node}`;
}
