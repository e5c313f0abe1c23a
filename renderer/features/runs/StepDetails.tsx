import './step-details.css';
import type { RunDetail } from '#contract/run.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import { useSharedNow } from '../../components/now-context.ts';
import { Status } from '../../components/Status.tsx';
import { AttemptTable } from './AttemptTable.tsx';
import { CommandButton } from './CommandButton.tsx';
import { Conversation } from './Conversation.tsx';
import { EnvironmentTable } from './EnvironmentTable.tsx';
import type { RunNode } from './run-nodes.ts';
import { nodeReason } from './format-run.ts';
import { placeWords } from './format-place.ts';
import { stepFacts, toldFacts } from './step-facts.ts';
import type { StepStore } from './step-store.ts';
import { usageFacts } from './format-usage.ts';
import { formatWentOn } from './format-went-on.ts';
import { texts } from './texts.ts';

interface StepDetailsProps {
  readonly run: RunDetail;
  readonly entry: RunNode | undefined;
  readonly steps: StepStore;
  readonly commands: readonly Command[];
}

/** All that is known of the selected step: what was written, what became of it, and what it was given. */
export function StepDetails({ run, entry, steps, commands }: StepDetailsProps) {
  const now = useSharedNow();
  if (entry === undefined) return <p className="pane-note secondary">{texts.details.none}</p>;
  const { key, node } = entry;
  const reason = nodeReason(node, now);
  const wentOn = formatWentOn(node, run) || (placeWords(run).get(key) ?? '');
  return (
    <div className="step-details" role="region" aria-label={texts.details.label(key)} tabIndex={0}>
      <div className="row details-head">
        <h2 className="strong cut" title={key}>
          {key}
        </h2>
        <Status status={node.statusLabel} />
        <span className="grow" />
        {commands.map((command) => (
          <CommandButton key={command.id} command={command} size="small" />
        ))}
      </div>
      {node.step.description && <p className="secondary">{node.step.description}</p>}
      {reason && <p className="details-reason">{node.error || reason}</p>}
      {wentOn && <p className="secondary">{wentOn}</p>}
      <dl className="step-facts">
        {[...stepFacts(node.step), ...toldFacts(node), ...usageFacts(node)].map(
          ([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {node.step.type === 'chat' && <Conversation entry={entry} steps={steps} />}
      <AttemptTable entry={entry} steps={steps} />
      <EnvironmentTable entry={entry} steps={steps} />
    </div>
  );
}
