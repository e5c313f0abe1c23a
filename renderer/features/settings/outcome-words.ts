import type { AuditEntry } from '#contract/auth.ts';
import type { StatusKey } from '../../lib/status-vocabulary.ts';

export const outcomeWords: Readonly<
  Record<AuditEntry['outcome'], { readonly label: string; readonly status: StatusKey }>
> = {
  done: { label: 'Done', status: 'ran' },
  refused: { label: 'Refused', status: 'rejected' },
  failed: { label: 'Failed', status: 'failed' },
};

const kinds: Readonly<Record<AuditEntry['actorKind'], string>> = {
  owner: 'owner',
  socket: 'socket of the owner',
  user: '',
  api_key: 'API key',
  basic: 'basic authentication',
  webhook: 'webhook',
  nobody: 'nobody known',
};

/** Who did it: the name, and what kind of caller has it where that is no user. */
export function actorWords({ actor, actorKind }: AuditEntry): string {
  const kind = kinds[actorKind];
  if (actorKind === 'nobody') return actor === '' ? kind : actor;
  return [actor, kind].filter(Boolean).join(' · ');
}
