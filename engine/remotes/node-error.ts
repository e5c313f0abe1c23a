import { EngineError, NO_PATH, type ErrorCode } from '../contract/errors.ts';
import { formatConnectionError } from './format-connection-error.ts';

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
    return unavailable(node, `${formatConnectionError(error).replace(/\.$/, '')}.`, error);
  const { code, message, extras, cause } = error;
  if (code === 'unauthorized') {
    return unavailable(node, 'it rejects the configured credentials.', error);
  }
  // Only the client's own errors have a cause; those that came from the node were read from its answer.
  if (cause !== undefined)
    return unavailable(node, `${message} (${formatConnectionError(cause)})`, error);
  // It is an engine, at another path or of another version, and nothing is missing that was asked for.
  if (code === 'not_found' && message.startsWith(NO_PATH))
    return unavailable(node, elsewhere, error);
  if (!ofTheNode.has(code)) return error;
  return new EngineError(code, `${named(node)}: ${message}`, { ...extras, cause: error });
}

const elsewhere =
  'it does not know the path of this call. Check that `api_base_url` ends in its `base_path`, and that it has the version of this engine.';

function unavailable(node: string, reason: string, cause?: unknown): EngineError {
  return new EngineError('service_unavailable', `${named(node)} is not available: ${reason}`, {
    cause,
  });
}

function named(node: string): string {
  return `The remote node ${node}`;
}
