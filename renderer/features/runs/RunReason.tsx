import type { RunDetail } from '#contract/run.ts';
import { Coded } from '../../components/Coded.tsx';
import { Link } from '../../components/Link.tsx';
import { paths } from '../../lib/paths.ts';
import { addressOf } from './run-calls.ts';
import { useRunIdentity } from './run-identity.ts';
import { openWaits, runReason } from './format-run.ts';
import { texts } from './texts.ts';

interface RunReasonProps {
  readonly run: RunDetail;
}

const MAX_NAMES = 4;

/** Why the run is as it is, and who it waits for, with the way there. */
export function RunReason({ run }: RunReasonProps) {
  const identity = useRunIdentity();
  const reason = runReason(run);
  const waits = openWaits(run);
  const more = waits.length - MAX_NAMES;
  const root = { name: run.rootDAGRunName, dagRunId: run.rootDAGRunId };
  if (reason === '' && waits.length === 0) return null;
  const goesOn = run.statusLabel === 'waiting' && waits.length > 0;
  return (
    <span className={`run-reason secondary cut${goesOn ? ' goes-on' : ''}`} title={reason}>
      {waits.length > 0 && (
        <span className="tone-waiting">{goesOn ? texts.reason.forYou : texts.reason.waiting}</span>
      )}
      {waits.slice(0, MAX_NAMES).map(({ step, subRun }, index) => (
        <span key={`${step} ${subRun?.dagRunId}`}>
          {index > 0 && ', '}
          <Link
            className="link"
            href={subRun ? paths.subRun(root, subRun) : addressOf(identity, step)}
            title={subRun && texts.reason.waitsInSubRun(step, `${subRun.name} ${subRun.params}`)}
          >
            {step}
          </Link>
        </span>
      ))}
      {more > 0 && texts.reason.andMore(more)}
      {reason && (
        <span>
          {' · '}
          <Coded text={reason} />
        </span>
      )}
    </span>
  );
}
