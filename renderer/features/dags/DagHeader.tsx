import { useState } from 'react';
import type { DagDetail } from '#contract/dag.ts';
import { DialogTrigger, Dialog, Popover } from 'react-aria-components';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { Status } from '../../components/Status.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useNow } from '../../components/use-now.ts';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { paths } from '../../lib/paths.ts';
import { scheduleWords, scheduleZone } from '../../lib/schedule-words.ts';
import { exactTime, relativeTime, slotWords } from '../../lib/time-words.ts';
import type { DagStore } from './dag-store.ts';
import { DagDialogs, type DagDialog } from './DagDialogs.tsx';
import { ParamsForm } from './ParamsForm.tsx';

interface DagHeaderProps {
  readonly store: DagStore;
  readonly detail: DagDetail;
  readonly fileName: string;
}

export function DagHeader({ store, detail, fileName }: DagHeaderProps) {
  const { dag, suspended, errors } = detail;
  const [dialog, setDialog] = useState<DagDialog>();
  return (
    <header className="dag-page-head">
      <div className="row">
        <h1 className="title">{dag.name}</h1>
        <span className="row cut head-tags">
          {dag.tags.map((tag) => (
            <Link key={tag} className="tag" href={paths.dags(`tag:${tag}`)}>
              {tag}
            </Link>
          ))}
          {dag.group && <span className="secondary small">· group {dag.group}</span>}
          {dag.description && (
            <span className="secondary small cut" title={dag.description}>
              · {dag.description}
            </span>
          )}
        </span>
        <span className="grow" />
        {dag.schedule.length > 0 && (
          <Switch
            label={`Schedule of ${dag.name}`}
            words={suspended ? 'Schedule off' : 'Schedule on'}
            isOn={!suspended}
            onChange={(isOn) => void store.getState().suspend(!isOn)}
          />
        )}
        <RunSplit
          store={store}
          name={dag.name}
          params={dag.params}
          isDisabled={errors.length > 0}
        />
        <MoreMenu
          label={`More of ${dag.name}`}
          commands={[
            { id: 'rename', label: 'Rename…', icon: 'rename', run: () => setDialog('rename') },
            {
              id: 'copy',
              label: 'Copy path',
              icon: 'copy',
              run: () => void navigator.clipboard.writeText(detail.filePath),
            },
            {
              id: 'delete',
              label: 'Delete…',
              icon: 'trash',
              isDanger: true,
              run: () => setDialog('delete'),
            },
          ]}
        />
      </div>
      <Slots detail={detail} />
      {dialog && (
        <DagDialogs
          dialog={dialog}
          store={store}
          fileName={fileName}
          onClose={() => setDialog(undefined)}
        />
      )}
    </header>
  );
}

function Slots({ detail }: Pick<DagHeaderProps, 'detail'>) {
  const now = useNow(1000);
  const { dag, latestDAGRun: run, nextRuns, suspended } = detail;
  const zone = scheduleZone(dag.schedule[0]?.expression ?? '');
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, now);
  const words = [
    elapsed === undefined ? '' : formatDuration(elapsed),
    run.finishedAt === '' ? '' : relativeTime(run.finishedAt, now),
  ];
  return (
    <div className="row small slots">
      <span title={dag.schedule.map((entry) => entry.expression).join('\n')}>
        {capitalised(scheduleWords(dag.schedule))}
      </span>
      {zone && <span className="secondary">{zone}</span>}
      {suspended && dag.schedule.length > 0 && <span className="secondary">off</span>}
      {nextRuns.length > 0 && <span className="secondary next-word">Next</span>}
      {slotWords(nextRuns, now).map((slot, index) => (
        <span key={nextRuns[index]} className="slot-words" title={exactTime(nextRuns[index] ?? '')}>
          {slot}
        </span>
      ))}
      <span className="grow" />
      {run.dagRunId === '' ? (
        <span className="secondary">Never ran</span>
      ) : (
        <Link href={paths.run(run)} title="Open the last run" className="row">
          <Status status={run.statusLabel} />
          <span className="secondary">{words.filter(Boolean).join(' · ')}</span>
        </Link>
      )}
    </div>
  );
}

interface RunSplitProps {
  readonly store: DagStore;
  readonly name: string;
  readonly params: readonly string[];
  readonly isDisabled: boolean;
}

function RunSplit({ store, name, params, isDisabled }: RunSplitProps) {
  const navigation = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const run = async (given?: string) => {
    setOpen(false);
    const dagRunId = await store.getState().run(given);
    if (dagRunId !== undefined) navigation.go(paths.run({ name, dagRunId }));
  };
  const main = (
    <Button look="primary" icon="play" isDisabled={isDisabled} onPress={() => void run()}>
      Run
    </Button>
  );
  if (params.length === 0) return main;
  return (
    <span className="button-split">
      {main}
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button
          look="primary"
          icon="down"
          aria-label="Run with parameters"
          isDisabled={isDisabled}
        />
        <Popover className="popover" placement="bottom end" offset={4}>
          <Dialog className="popover-body" aria-label={`Run ${name}`}>
            <ParamsForm name={name} params={params} onRun={(given) => void run(given)} />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </span>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
