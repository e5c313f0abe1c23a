import type { ChatMessage } from '../contract/messages.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** What a step said to a language model and was answered, secrets masked. */
export interface Conversation {
  readonly position: number;
  readonly messages: readonly ChatMessage[];
}

/** Keeps that of the newest attempt of a step. */
export function saveConversation(
  db: Database,
  runId: number,
  { position, messages }: Conversation,
): void {
  prepared(
    db,
    `INSERT INTO conversation (run_id, position, messages) VALUES (:runId, :position, :messages)
     ON CONFLICT DO UPDATE SET messages = excluded.messages`,
  ).run({ runId, position, messages: JSON.stringify(messages) });
}

/** Those of a run, in the order of its steps. */
export function conversationsOf(db: Database, runId: number): readonly Conversation[] {
  const rows = prepared(
    db,
    'SELECT position, messages FROM conversation WHERE run_id = ? ORDER BY position',
  ).all(runId) as { readonly position: number; readonly messages: string }[];
  return rows.map(({ position, messages }) => ({
    position,
    // Stored by `saveConversation`.
    messages: JSON.parse(messages) as ChatMessage[],
  }));
}
