import type { NodeObject } from '#contract/run.ts';
import { Link } from '../../components/Link.tsx';
import { paths } from '../../lib/paths.ts';
import type { RunPlace } from './run-identity.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

interface WaitingSubRunsProps {
  readonly root: RunPlace;
  readonly node: NodeObject;
}

/** Says of a step that it waits because a run that it called does, and leads there. */
export function WaitingSubRuns({ root, node }: WaitingSubRunsProps) {
  const waiting = node.subRuns.filter((sub) => sub.statusLabel === 'waiting');
  const [first] = waiting;
  if (first === undefined) return null;
  const more = waiting.length - 1;
  const link = (
    <Link
      className="link"
      href={paths.subRun(root, first)}
      title={`${first.name} ${first.params}`.trim()}
      onClick={(event) => event.stopPropagation()}
    >
      {first.params || first.name}
    </Link>
  );
  return (
    <span className="step-reason cut tone-waiting">
      <Sentence text={texts.steps.waitsIn} parts={{ run: link }} />
      {more > 0 && texts.reason.andMore(more)}
    </span>
  );
}
