import type { GateActs } from './GateForm.tsx';
import './gate.css';
import type { Ref } from 'react';
import type { NodeObject } from '#contract/run.ts';
import { Clocked } from '../../components/Clocked.tsx';
import { Status } from '../../components/Status.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { exactTime, pastTime } from '../../lib/format-time.ts';
import { GateForm } from './GateForm.tsx';
import { isOpenGate } from './run-nodes.ts';
import { texts } from './texts.ts';

interface GateBandProps {
  readonly node: NodeObject;
  readonly acts: GateActs;
  readonly form: Ref<HTMLFormElement>;
}

/**
 * Above the log of a gate: what it asks, or how it was decided. An answer takes the form away, and the focus goes on to the
 * steps.
 */
export function GateBand(props: GateBandProps) {
  const kept = useKeptFocus((from) => {
    const asking = from.isConnected ? from.closest('form') : null;
    const left = asking?.querySelector<HTMLElement>('input, button:enabled');
    (left ?? document.querySelector<HTMLElement>(STEP))?.focus();
  });
  return (
    <div className="gate-band" {...kept}>
      <Gate {...props} />
    </div>
  );
}

/** The row of the step on show; in a narrow window, where the rows may not be, its box in the graph. */
const STEP = '[role="treeitem"][tabindex="0"], .graph-node[tabindex="0"]';

function Gate({ node, acts, form }: GateBandProps) {
  if (node.rejectedAt !== undefined) {
    const words = { verb: texts.gate.rejected, at: node.rejectedAt, by: node.rejectedBy ?? '' };
    return <Decided {...words} status="rejected" detail={node.rejectionReason ?? ''} />;
  }
  if (node.approvedAt !== undefined) {
    const inputs = Object.entries(node.approvalInputs ?? {});
    const detail = inputs.map(([name, value]) => `${name}=${value}`).join('  ');
    const words = { verb: texts.gate.approved, at: node.approvedAt, by: node.approvedBy ?? '' };
    return <Decided {...words} status="succeeded" detail={detail} />;
  }
  if (!isOpenGate(node)) return null;
  return <GateForm key={node.step.name} ref={form} node={node} acts={acts} />;
}

interface DecidedProps {
  readonly status: 'succeeded' | 'rejected';
  readonly verb: string;
  readonly at: string;
  readonly by: string;
  readonly detail: string;
}

function Decided({ status, verb, at, by, detail }: DecidedProps) {
  return (
    <div className="gate gate-decided" role="group" aria-label={texts.gate.decision}>
      <Status status={status} label={verb} />
      <span>{by && texts.gate.by(by)}</span>
      <span className="secondary" title={exactTime(at)}>
        <Clocked>{(now) => pastTime(at, now)}</Clocked>
      </span>
      {detail && (
        <span className={status === 'succeeded' ? 'mono cut' : 'cut'} title={detail}>
          {detail}
        </span>
      )}
    </div>
  );
}
