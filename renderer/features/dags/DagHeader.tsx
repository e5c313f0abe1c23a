import { useState } from 'react';
import { useStore } from 'zustand';
import type { DagDetail } from '#contract/dag.ts';
import { useRefusal, type Refusal } from '../../client/use-refusal.ts';
import { Link } from '../../components/Link.tsx';
import type { Command } from '../../components/CommandMenu.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { usePageCommands } from '../../components/page-commands.ts';
import { refused } from '../../components/refused.ts';
import { Status } from '../../components/Status.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useCopy, type Copy } from '../../components/use-copy.ts';
import { useNow } from '../../components/use-now.ts';
import { bareName } from '../../lib/bare-name.ts';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { paths } from '../../lib/paths.ts';
import { formatSchedules, haveOneZone } from '../../lib/format-schedule.ts';
import { relativeTime } from '../../lib/format-time.ts';
import type { DagStore } from './dag-store.ts';
import { isDirty } from './dag-text.ts';
import { DagDialogs, type DagDialog } from './DagDialogs.tsx';
import { DryRunDialog } from './dry-run/DryRunDialog.tsx';
import { enqueueCommand, useEnqueue } from './enqueue.ts';
import { NextRuns } from './NextRuns.tsx';
import { RunSplit } from './RunSplit.tsx';
import { laterCommand } from './start/run-later.ts';
import { texts } from './texts.ts';

interface DagHeaderProps {
  readonly store: DagStore;
  readonly detail: DagDetail;
  readonly fileName: string;
}

/** Name, state and commands of a DAG, and its dialogs. */
export function DagHeader({ store, detail, fileName }: DagHeaderProps) {
  const { dag, suspended, errors } = detail;
  const [dialog, setDialog] = useState<DagDialog>();
  const [dryRun, setDryRun] = useState<{ readonly params: string | undefined }>();
  const enqueue = useEnqueue(store, dag.name);
  const navigation = useNavigation();
  const later = () => navigation.go(paths.runLater(fileName));
  const copy = useCopy();
  const refusal = useRefusal();
  // What is not saved is a definition of one's own.
  const isDraft = useStore(store, isDirty);
  const planRefusal = refusal(isDraft ? 'runs.dryRun' : 'dags.dryRun');
  const commands = headerCommands(detail, refusal, {
    planRefusal,
    open: setDialog,
    dryRun: () => setDryRun({ params: undefined }),
    enqueue: () => void enqueue(),
    later,
    webhook: () => navigation.go(paths.webhook(bareName(fileName))),
    copy,
  });
  usePageCommands(commands);
  return (
    <header className="dag-page-head">
      <div className="row">
        <h1 className="title cut" title={dag.name}>
          {dag.name}
        </h1>
        <span className="row cut head-tags">
          {dag.tags.map((tag) => (
            <Link key={tag} className="tag cut" href={paths.dags(`tag:${tag}`)}>
              {tag}
            </Link>
          ))}
          {dag.group && (
            <span className="secondary small cut head-group" title={dag.group}>
              {texts.header.group(dag.group)}
            </span>
          )}
          {dag.description && (
            <span className="secondary small cut" title={dag.description}>
              · {dag.description}
            </span>
          )}
        </span>
        <span className="grow" />
        {dag.schedule.length > 0 && (
          <Switch
            label={texts.header.schedule(dag.name)}
            words={suspended ? texts.header.scheduleOff : texts.header.scheduleOn}
            isOn={!suspended}
            refusal={refusal('dags.suspend')}
            onChange={(isOn) => void store.getState().suspend(!isOn)}
          />
        )}
        {refusal('dags.start') === undefined && (
          <RunSplit
            store={store}
            dag={dag}
            isDisabled={errors.length > 0}
            onEnqueue={enqueue}
            onLater={later}
            {...(planRefusal === undefined ? { onDryRun: (params) => setDryRun({ params }) } : {})}
          />
        )}
        <MoreMenu label={texts.commands.more(dag.name)} commands={commands} />
      </div>
      <Slots store={store} detail={detail} />
      {dialog && (
        <DagDialogs
          dialog={dialog}
          store={store}
          fileName={fileName}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dryRun && (
        <DryRunDialog
          store={store}
          name={dag.name}
          params={dryRun.params}
          onClose={() => setDryRun(undefined)}
        />
      )}
    </header>
  );
}

interface HeaderActs {
  /** Why there is no dry run of what the page shows. */
  readonly planRefusal: string | undefined;
  readonly open: (dialog: DagDialog) => void;
  readonly dryRun: () => void;
  readonly enqueue: () => void;
  readonly later: () => void;
  readonly webhook: () => void;
  readonly copy: Copy;
}

/** What the menu offers, and the palette while the page is on show. */
function headerCommands(
  { filePath, errors }: DagDetail,
  refusal: Refusal,
  { planRefusal, open, dryRun, enqueue, later, webhook, copy }: HeaderActs,
): readonly Command[] {
  return [
    refused(
      enqueueCommand(() => void enqueue(), errors.length > 0),
      refusal('dags.enqueue'),
    ),
    refused(laterCommand(later, errors.length > 0), refusal('dags.start')),
    refused(
      {
        id: 'dry-run',
        label: texts.commands.dryRun,
        detail: texts.commands.dryRunDetail,
        icon: 'eye',
        run: dryRun,
      },
      planRefusal,
    ),
    refused(
      {
        id: 'webhook',
        label: texts.commands.webhook,
        detail: texts.commands.webhookDetail,
        icon: 'webhook',
        run: webhook,
      },
      refusal('webhooks.get'),
    ),
    refused(
      { id: 'rename', label: texts.commands.rename, icon: 'rename', run: () => open('rename') },
      refusal('dags.rename'),
    ),
    {
      id: 'copy',
      label: texts.commands.copyPath,
      icon: 'copy',
      run: () => void copy(filePath),
    },
    refused(
      {
        id: 'delete',
        label: texts.commands.delete,
        icon: 'trash',
        isDanger: true,
        run: () => open('delete'),
      },
      refusal('dags.delete'),
    ),
  ];
}

function Slots({ store, detail }: Pick<DagHeaderProps, 'store' | 'detail'>) {
  const now = useNow(1000);
  const { dag, latestDAGRun: run } = detail;
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, now);
  const words = [
    elapsed === undefined ? '' : formatDuration(elapsed),
    run.finishedAt === '' ? '' : relativeTime(run.finishedAt, now),
  ];
  return (
    <div className="row small slots">
      <span className="cut" title={dag.schedule.map((entry) => entry.expression).join('\n')}>
        {capitalized(formatSchedules(dag.schedule, haveOneZone(dag.schedule) ? undefined : ''))}
      </span>
      <NextRuns detail={detail} askPreview={store.getState().askPreview} now={now} />
      <span className="grow" />
      {run.dagRunId === '' ? (
        <span className="secondary">{texts.header.neverRan}</span>
      ) : (
        <Link href={paths.run(run)} title={texts.commands.openLastRun} className="row">
          <Status status={run.statusLabel} />
          <span className="secondary">{words.filter(Boolean).join(' · ')}</span>
        </Link>
      )}
    </div>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
