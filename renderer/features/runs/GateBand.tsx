import type { GateActs } from './GateForm.tsx';
import './gate.css';
import type { Ref } from 'react';
import type { NodeObject } from '#contract/run.ts';
import { Clocked } from '../../components/Clocked.tsx';
import { Status } from '../../components/Status.tsx';
import { exactTime, pastTime } from '../../lib/format-time.ts';
import { GateForm } from './GateForm.tsx';
import { isOpenGate } from './run-nodes.ts';
import { texts } from './texts.ts';

interface GateBandProps {
  readonly node: NodeObject;
  readonly acts: GateActs;
  readonly form: Ref<HTMLFormElement>;
}

/** Above the log of a gate: what it asks, or how it was decided. */
export function GateBand({ node, acts, form }: GateBandProps) {
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
