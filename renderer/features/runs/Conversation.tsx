import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ChatMessage } from '#contract/messages.ts';
import type { RunNode } from './run-nodes.ts';
import type { StepStore } from './step-store.ts';
import { texts } from './texts.ts';

const words = texts.conversation;

interface ConversationProps {
  readonly entry: RunNode;
  readonly steps: StepStore;
}

/** What a step said to a language model and was answered. */
export function Conversation({ entry, steps }: ConversationProps) {
  const { key, node } = entry;
  useEffect(
    () => void steps.getState().loadMessages(key),
    [steps, key, node.statusLabel, node.attempts],
  );
  const loaded = useStore(steps, (state) => state.messages.get(key));
  const messages = loaded?.phase === 'ready' ? loaded.value : [];
  return (
    <section aria-label={words.title}>
      <h3 className="details-heading">{words.title}</h3>
      {loaded?.phase === 'failed' && <p className="tone-failed">{loaded.message}</p>}
      {loaded?.phase === 'ready' && messages.length === 0 && (
        <p className="secondary">{words.none}</p>
      )}
      <ol className="conversation">
        {messages.map((message, index) => (
          <li key={index} className={`message ${message.role}`}>
            <span className="secondary">{speaker(message, messages)}</span>
            <Said message={message} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Said({ message: { role, content, toolCalls = [] } }: { readonly message: ChatMessage }) {
  return (
    <div>
      {content !== '' && <p className={role === 'tool' ? 'mono' : undefined}>{content}</p>}
      {toolCalls.map((call) => (
        <p key={call.id}>
          <span className="secondary">{words.asks(call.name)}</span>{' '}
          <span className="mono">{call.arguments}</span>
        </p>
      ))}
    </div>
  );
}

/** A tool by its name, which stands where it was asked for. */
function speaker({ role, toolCallId }: ChatMessage, all: readonly ChatMessage[]): string {
  if (toolCallId === undefined) return words.roles[role];
  const calls = all.flatMap(({ toolCalls = [] }) => toolCalls);
  return calls.find(({ id }) => id === toolCallId)?.name ?? words.roles[role];
}
