import type { AuditEntry } from '#contract/auth.ts';
import type { StatusKey } from '../../lib/status-vocabulary.ts';
import { texts } from './texts.ts';

export const outcomes: Readonly<
  Record<AuditEntry['outcome'], { readonly label: string; readonly status: StatusKey }>
> = {
  done: { label: texts.audit.outcomes.done, status: 'ran' },
  refused: { label: texts.audit.outcomes.refused, status: 'rejected' },
  failed: { label: texts.audit.outcomes.failed, status: 'failed' },
};

const kinds: Readonly<Record<AuditEntry['actorKind'], string>> = texts.audit.actors;

/** Who did it: the name, and what kind of caller has it where that is no user. */
export function formatActor({ actor, actorKind }: AuditEntry): string {
  const kind = kinds[actorKind];
  if (actorKind === 'nobody') return actor === '' ? kind : actor;
  return [actor, kind].filter(Boolean).join(' · ');
}
