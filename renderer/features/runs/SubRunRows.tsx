import { useState } from 'react';
import type { NodeObject, SubRun } from '#contract/run.ts';
import { useSharedNow } from '../../components/now-context.ts';
import { Status } from '../../components/Status.tsx';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { foldSubRuns } from '../../lib/fold-sub-runs.ts';
import { paths } from '../../lib/paths.ts';
import { FoldRow } from './FoldRow.tsx';
import type { RunPlace } from './run-identity.ts';
import { SubRunRow } from './SubRunRow.tsx';
import { texts } from './texts.ts';
import { formatCount } from '../../lib/format-count.ts';

interface SubRunRowsProps {
  readonly root: RunPlace;
  readonly node: NodeObject;
}

const FIRST = 8;
const NEXT = 100;

/** The runs that a step called. Of a thousand only those are drawn that want attention; the others come on demand. */
export function SubRunRows({ root, node }: SubRunRowsProps) {
  const [showsEarlier, showEarlier] = useState(false);
  const { subRuns, subRunsRepeated: earlier } = node;
  return (
    <>
      <Rows root={root} subRuns={subRuns} />
      {earlier.length > 0 && (
        <FoldRow isOpen={showsEarlier} onPress={() => showEarlier(!showsEarlier)}>
          {texts.steps.earlierRounds(earlier.length)}
        </FoldRow>
      )}
      {showsEarlier && <Rows root={root} subRuns={earlier} />}
    </>
  );
}

interface RowsProps {
  readonly root: RunPlace;
  readonly subRuns: readonly SubRun[];
}

function Rows({ root, subRuns }: RowsProps) {
  const now = useSharedNow();
  const [most, setMost] = useState(FIRST);
  const { shown, folded } = foldSubRuns(subRuns, most);
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
