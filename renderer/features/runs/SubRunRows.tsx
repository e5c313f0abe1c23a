import { useState } from 'react';
import type { NodeObject, RunDetail, SubRun } from '#contract/run.ts';
import { Status } from '../../components/Status.tsx';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { foldSubRuns } from '../../lib/fold-sub-runs.ts';
import { paths } from '../../lib/paths.ts';
import { FoldRow } from './FoldRow.tsx';
import { SubRunRow } from './SubRunRow.tsx';
import { texts } from './texts.ts';
import { formatCount } from '../../lib/format-count.ts';

interface SubRunRowsProps {
  readonly run: RunDetail;
  readonly node: NodeObject;
  readonly now: number;
}

const FIRST = 8;
const NEXT = 100;

/** The runs that a step called. Of a thousand only those are drawn that want attention; the others come on demand. */
export function SubRunRows({ run, node, now }: SubRunRowsProps) {
  const [showsEarlier, showEarlier] = useState(false);
  const { subRuns, subRunsRepeated: earlier } = node;
  return (
    <>
      <Rows run={run} subRuns={subRuns} now={now} />
      {earlier.length > 0 && (
        <FoldRow isOpen={showsEarlier} onPress={() => showEarlier(!showsEarlier)}>
          {texts.steps.earlierRounds(earlier.length)}
        </FoldRow>
      )}
      {showsEarlier && <Rows run={run} subRuns={earlier} now={now} />}
    </>
  );
}

interface RowsProps {
  readonly run: RunDetail;
  readonly subRuns: readonly SubRun[];
  readonly now: number;
}

function Rows({ run, subRuns, now }: RowsProps) {
  const [most, setMost] = useState(FIRST);
  const { shown, folded } = foldSubRuns(subRuns, most);
  const root = { name: run.rootDAGRunName, dagRunId: run.rootDAGRunId };
  return (
    <>
      {shown.map((sub, index) => (
        <SubRunRow
          key={sub.dagRunId || `${index} ${sub.params}`}
          sub={sub}
          href={sub.dagRunId === '' ? undefined : paths.subRun(root, sub)}
          time={timeOf(sub, now)}
        />
      ))}
      {folded.length > 0 && (
        <FoldRow isOpen={false} onPress={() => setMost(most + NEXT)} hint={countWords(folded)}>
          {texts.steps.more(folded.length)}
        </FoldRow>
      )}
    </>
  );
}

function timeOf(sub: SubRun, now: number): string {
  const elapsed = elapsedBetween(sub.startedAt, sub.finishedAt, now);
  return elapsed === undefined ? '' : formatDuration(elapsed);
}

function countWords(subRuns: readonly SubRun[]) {
  const counts = Map.groupBy(subRuns, (sub) => sub.statusLabel);
  return [...counts].map(([status, some]) => (
    <Status key={status} status={status} label={formatCount(some.length)} />
  ));
}
