import { EngineError } from '../contract/errors.ts';

/** Names the engines that have passed a request on, by their instance ids. */
export const VIA_HEADER = 'dagwright-via';

/**
 * Names the role of the caller of an engine that passes the request on. There the call has no higher one, whatever the
 * credentials of the engine are.
 */
export const ROLE_HEADER = 'dagwright-role';

/** The ids in the header, the first engine first. */
export function readVia(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/**
 * Refuses calls that go in circles: ours that came back, and one that was passed on and should be passed on again. An
 * engine asks a node for what is its own, so neither happens unless a node's address leads somewhere else.
 */
export function refuseLoop(
  via: readonly string[],
  asked: { instanceId: string; node: string },
): void {
  if (via.includes(asked.instanceId)) {
    throw loop('This call came from this engine: the address of a remote node points back to it.');
  }
  if (via.length > 0 && asked.node !== 'local') {
    throw loop(`A call from another engine is not forwarded to the remote node ${asked.node}.`);
  }
}

function loop(message: string): EngineError {
  return new EngineError('bad_request', message, {
    details: { fields: { remoteNode: 'would form a loop' } },
  });
}
