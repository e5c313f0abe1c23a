import type { Command } from '../../components/CommandMenu.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import type { DagStore } from './dag-store.ts';
import type { RunRequest } from './start/begin-run.ts';
import { texts } from './texts.ts';

/** Queues a run and opens it, as Run does. Gives its id; none where that failed. */
export function useEnqueue(store: DagStore, name: string) {
  const navigation = useNavigation();
  return async (request?: RunRequest) => {
    const dagRunId = await store.getState().enqueue(request);
    if (dagRunId !== undefined) navigation.go(paths.run({ name, dagRunId }));
    return dagRunId;
  };
}

/** The command that queues a run. */
export function enqueueCommand(enqueue: () => void, isDisabled: boolean): Command {
  return {
    id: 'enqueue',
    label: texts.commands.enqueue,
    detail: texts.commands.enqueueDetail,
    icon: 'queues',
    isDisabled,
    run: enqueue,
  };
}
