import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Ticks } from './items.ts';

/** What a person has prepared for the next publish. */
export interface PublishDraft {
  readonly ticks: Ticks;
  readonly summary: string;
  readonly description: string;
}

const noDraft: PublishDraft = { ticks: new Map(), summary: '', description: '' };

/** The message of the commit: the summary, and the description below an empty line. */
export function messageOf({ summary, description }: PublishDraft): string {
  return [summary.trim(), description.trim()].filter((part) => part !== '').join('\n\n');
}

/** What is left to prepare after a publish; what was typed meanwhile is the next message. */
export function afterPublish(
  now: PublishDraft,
  published: PublishDraft,
  itemIds: readonly string[],
): PublishDraft {
  return {
    ticks: new Map([...now.ticks].filter(([itemId]) => !itemIds.includes(itemId))),
    summary: now.summary === published.summary ? '' : now.summary,
    description: now.description === published.description ? '' : now.description,
  };
}

const drafts = new WeakMap<EngineConnection, Map<string, PublishDraft>>();

/** The draft of the node that is shown. It outlives the page: what was left out is not published because one looked elsewhere. */
export function publishDraft(engine: EngineConnection) {
  const byNode = drafts.get(engine) ?? new Map<string, PublishDraft>();
  drafts.set(engine, byNode);
  const { node } = engine.nodes.state.getState();
  return {
    read: (): PublishDraft => byNode.get(node) ?? noDraft,
    keep: (draft: PublishDraft): void => void byNode.set(node, draft),
  };
}
