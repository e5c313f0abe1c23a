import { useState } from 'react';
import type { DagListItem } from '#contract/dag.ts';
import type { OperationName } from '#contract/operations.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { Button } from '../../components/Button.tsx';
import type { Command } from '../../components/CommandMenu.tsx';
import { usePageCommands } from '../../components/page-commands.ts';
import { refused } from '../../components/refused.ts';
import type { DagListStore } from './dag-list-store.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { TagDialog } from './TagDialog.tsx';
import { texts } from './texts.ts';

interface BulkBarProps {
  readonly store: DagListStore;
  readonly dags: readonly DagListItem[];
  /** The rows that are ticked. */
  readonly chosen: readonly DagListItem[];
}

type Question = 'tag' | 'move' | 'delete';

/** What can be done with the ticked rows, here and in the palette; what may not be done says why. */
export function BulkBar({ store, dags, chosen }: BulkBarProps) {
  const [asking, setAsking] = useState<Question>();
  const { retag, moveTo, remove } = store.getState();
  const names = chosen.map((item) => item.fileName);
  const commands = useCommands(store, chosen, setAsking);
  usePageCommands(commands);
  const close = () => setAsking(undefined);
  return (
    <>
      <span className="secondary small nowrap">{texts.filter.selected(chosen.length)}</span>
      {commands.map((command) => (
        <BulkButton key={command.id} command={command} />
      ))}
      {asking === 'tag' && (
        <TagDialog
          chosen={chosen}
          onConfirm={(change) => void retag(names, change)}
          onClose={close}
        />
      )}
      {asking === 'move' && (
        <GroupDialog
          dags={dags}
          chosen={chosen}
          onConfirm={(group) => moveTo(names, group)}
          onClose={() => setAsking((now) => (now === 'move' ? undefined : now))}
        />
      )}
      {asking === 'delete' && (
        <AskDialog
          title={texts.filter.deleteTitle(names.length)}
          verb={texts.filter.deleteTitle(names.length)}
          isDanger
          onConfirm={() => {
            close();
            remove(names);
          }}
          onClose={close}
        >
          <p>{texts.filter.deleteBody(names.join(', '))}</p>
        </AskDialog>
      )}
    </>
  );
}

function useCommands(
  store: DagListStore,
  chosen: readonly DagListItem[],
  ask: (question: Question) => void,
): readonly Command[] {
  const refusal = useRefusal();
  const { runAll, suspend } = store.getState();
  const areAllOff = chosen.every((item) => item.suspended);
  const { filter: words } = texts;
  const command = (needs: OperationName, own: Omit<Command, 'detail'>) =>
    refused({ ...own, detail: words.selected(chosen.length) }, refusal(needs));
  return [
    command('dags.start', {
      id: 'run',
      label: words.run,
      icon: 'play',
      run: () => void runAll(chosen),
    }),
    command('dags.suspend', {
      id: 'suspend',
      label: areAllOff ? words.resume : words.suspend,
      run: () =>
        void suspend(
          chosen.map(({ fileName }) => fileName),
          !areAllOff,
        ),
    }),
    command('dags.updateSpec', { id: 'tag', label: words.tag, run: () => ask('tag') }),
    command('dags.updateSpec', { id: 'move', label: words.move, run: () => ask('move') }),
    command('dags.delete', { id: 'delete', label: words.delete, run: () => ask('delete') }),
  ];
}

function BulkButton({ command }: { readonly command: Command }) {
  const { label, icon, isDisabled = false, run } = command;
  const refusal = isDisabled ? command.detail : undefined;
  return (
    <span title={refusal}>
      <Button
        {...(icon && { icon })}
        isDisabled={isDisabled}
        aria-label={refusal === undefined ? label : `${label}. ${refusal}`}
        onPress={run}
      >
        {label}
      </Button>
    </span>
  );
}
