import type { DagListItem } from '#contract/dag.ts';
import type { Refusal } from '../../client/use-refusal.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import { refused } from '../../components/refused.ts';
import type { Copy } from '../../components/use-copy.ts';
import type { Navigation } from '../../lib/navigation.ts';
import { bareName } from '../../lib/bare-name.ts';
import { gitWords } from '../../lib/git-state.ts';
import { paths } from '../../lib/paths.ts';
import type { DagListStore } from './dag-list-store.ts';
import type { GitStates } from './dag-rows.ts';
import type { DagDialog } from './DagDialogs.tsx';
import { laterCommand } from './start/run-later.ts';
import { texts } from './texts.ts';

interface DagCommandOptions {
  readonly navigation: Navigation;
  readonly refusal: Refusal;
  readonly git: GitStates;
  /** Opens a dialog about the DAG. */
  readonly ask: (dialog: DagDialog) => void;
  readonly copy: Copy;
}

/** What a right click on a DAG offers. */
export function dagCommands(
  item: DagListItem,
  store: DagListStore,
  { navigation, refusal, git, ask, copy }: DagCommandOptions,
): readonly Command[] {
  const { fileName, dag, latestDAGRun, suspended } = item;
  const { run, suspend } = store.getState();
  const gitState = git?.get(bareName(fileName));
  return [
    refused(
      {
        id: 'run',
        label: dag.params.length > 0 ? texts.commands.runWithDefaults : texts.commands.run,
        icon: 'play',
        isDisabled: item.errors.length > 0,
        run: () => void run(fileName),
      },
      refusal('dags.start'),
    ),
    refused(
      laterCommand(() => navigation.go(paths.runLater(fileName)), item.errors.length > 0),
      refusal('dags.start'),
    ),
    {
      id: 'open',
      label: texts.commands.open,
      icon: 'dags',
      run: () => navigation.go(paths.dag(fileName)),
    },
    {
      id: 'last',
      label: texts.commands.openLastRun,
      icon: 'runs',
      isDisabled: latestDAGRun.dagRunId === '',
      run: () => navigation.go(paths.run(latestDAGRun)),
    },
    refused(
      {
        id: 'suspend',
        label: suspended ? texts.commands.resume : texts.commands.suspend,
        icon: 'schedule',
        run: () => void suspend([fileName], !suspended),
      },
      refusal('dags.suspend'),
    ),
    ...(gitState === undefined
      ? []
      : [
          refused(
            {
              id: 'git',
              label: texts.commands.openInGit(gitWords(gitState).verb),
              icon: 'git',
              run: () => navigation.go(paths.git(bareName(fileName))),
            },
            refusal('sync.publishAll'),
          ),
        ]),
    {
      id: 'copy',
      label: texts.commands.copyName,
      icon: 'copy',
      run: () => void copy(dag.name),
    },
    refused(
      { id: 'rename', label: texts.commands.rename, icon: 'rename', run: () => ask('rename') },
      refusal('dags.rename'),
    ),
    refused(
      {
        id: 'delete',
        label: texts.commands.delete,
        icon: 'trash',
        isDanger: true,
        run: () => ask('delete'),
      },
      refusal('dags.delete'),
    ),
  ];
}
