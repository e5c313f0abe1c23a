import type { RunDetail } from '#contract/run.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import type { RunIdentity } from './run-identity.ts';
import type { RunStore } from './run-store.ts';

interface StopDialogProps {
  readonly run: RunDetail;
  readonly identity: RunIdentity;
  readonly store: RunStore;
  readonly onClose: () => void;
}

/** Names the steps that would end. */
export function StopDialog({ run, identity, store, onClose }: StopDialogProps) {
  const engine = useEngine();
  const named = (status: 'running' | 'waiting') =>
    run.nodes.filter((node) => node.statusLabel === status).map((node) => node.step.name);
  const stop = () => {
    onClose();
    const { name, dagRunId } = identity;
    void store.getState().attempt(() => engine.call('runs.stop', { name, dagRunId }));
  };
  return (
    <AskDialog
      title={`Stop ${run.name}`}
      verb="Stop run"
      keep="Let it run"
      isDanger
      onConfirm={stop}
      onClose={onClose}
    >
      <p>{stopWords(named('running'), named('waiting'))}</p>
    </AskDialog>
  );
}

function stopWords(running: readonly string[], waiting: readonly string[]): string {
  if (running.length > 0) return `This ends ${listed(running)}. Steps to come will not start.`;
  if (waiting.length > 0) {
    return `Nothing runs at the moment; ${listed(waiting)} will not be asked for any more.`;
  }
  return 'Nothing runs at the moment; steps to come will not start.';
}

function listed(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  if (names.length > 5) return `${names.length} steps`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
