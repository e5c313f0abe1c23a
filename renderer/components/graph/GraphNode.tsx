import { memo } from 'react';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import type { NodeStatus, RunStatus } from '#contract/status.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { Icon } from '../Icon.tsx';

/** What a node shows. Without a status it is a step of a definition, not of a run. */
export interface GraphNodeData extends Record<string, unknown> {
  readonly name: string;
  readonly status: NodeStatus | undefined;
  /** At the right: a duration, or the type of the step. */
  readonly detail: string;
  readonly isCall: boolean;
  readonly isSelected: boolean;
  /** Holds a problem of the definition. */
  readonly isBroken: boolean;
  readonly pips: readonly RunStatus[];
  readonly onSelect: (name: string) => void;
}

export type StepNode = Node<GraphNodeData, 'step'>;

const MAX_PIPS = 12;

export const GraphNode = memo(function GraphNode({ data, width, height }: NodeProps<StepNode>) {
  const { name, status, detail, isCall, isSelected, isBroken, pips, onSelect } = data;
  const tone = status === undefined ? 'plain' : statusWords(status).tone;
  const classes = ['graph-node', `node-${tone}`];
  if (isCall) classes.push('node-call');
  if (isSelected) classes.push('node-selected');
  if (isBroken) classes.push('node-broken');
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <button
        type="button"
        className={`${classes.join(' ')} nopan`}
        style={{ width, height }}
        aria-pressed={isSelected}
        onClick={() => onSelect(name)}
      >
        <span className="node-line">
          {status && (
            <span className={`status tone-${tone}`}>
              <Icon name={status} />
            </span>
          )}
          <span className="node-name" title={name}>
            {name}
          </span>
          <span className="unseen">, {status && `${statusWords(status).word}, `}</span>
          <span className="node-detail">{detail}</span>
        </span>
        {pips.length > 0 && pips.length <= MAX_PIPS && (
          <span className="node-pips">
            {pips.map((pip, index) => (
              <i key={index} className={`back-${statusWords(pip).tone}`} />
            ))}
          </span>
        )}
      </button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
});
