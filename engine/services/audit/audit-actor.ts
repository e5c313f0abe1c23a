import type { Session } from '../../contract/auth.ts';
import type { Caller, OperationName } from '../../contract/operations.ts';
import type { NewAuditEntry } from './audit.ts';

type Actor = Pick<NewAuditEntry, 'actor' | 'actorKind' | 'origin'>;

const logins: ReadonlySet<OperationName> = new Set(['auth.setup', 'auth.login', 'auth.oidcFinish']);

/** Who made a call, as the audit log names it. */
export function actorOf({ name, kind, origin }: Caller): Actor {
  return { actor: name, actorKind: kind, origin };
}

/** The same of a call that was answered, which says of some callers who they are. */
export function actorAfter(operation: OperationName, caller: Caller, output: unknown): Actor {
  const actor = actorOf(caller);
  // Whoever has the token of a webhook is nobody else that is known.
  if (operation === 'webhooks.trigger') return { ...actor, actorKind: 'webhook' };
  if (!logins.has(operation)) return actor;
  // What the handlers of these give.
  return { ...actor, actor: (output as Session).user.username, actorKind: 'user' };
}
