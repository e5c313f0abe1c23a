import { memo } from 'react';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import type { NodeStatus, RunStatus } from '#contract/status.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { Icon } from '../Icon.tsx';
import type { IconName } from '../icons.tsx';
import { texts } from '../texts.ts';

/** What a node shows. Without a status it is a step of a definition, not of a run. */
export interface GraphNodeData extends Record<string, unknown> {
  readonly name: string;
  readonly status: NodeStatus | undefined;
  /** At the right: a duration, or the type of the step. */
  readonly detail: string;
  readonly isCall: boolean;
  /** The kind of step, where it is worth a picture. */
  readonly mark: IconName | undefined;
  readonly isSelected: boolean;
  /** Holds a problem of the definition. */
  readonly isBroken: boolean;
  readonly pips: readonly RunStatus[];
  /** In place of pips. */
  readonly count: string;
  readonly onSelect: (name: string) => void;
  readonly onMenu: ((name: string, x: number, y: number) => void) | undefined;
}

export type StepNode = Node<GraphNodeData, 'step'>;

const kinds: Readonly<Partial<Record<IconName, string>>> = texts.graph.kinds;

export const GraphNode = memo(function GraphNode({ data, width, height }: NodeProps<StepNode>) {
  const {
    name,
    status,
    detail,
    isCall,
    mark,
    isSelected,
    isBroken,
    pips,
    count,
    onSelect,
    onMenu,
  } = data;
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
        onContextMenu={(event) => {
          if (onMenu === undefined) return;
          event.preventDefault();
          onMenu(name, event.clientX, event.clientY);
        }}
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
          {mark && mark !== status && (
            <span className="node-mark">
              <Icon name={mark} />
              <span className="unseen">{kinds[mark]}, </span>
            </span>
          )}
          <span className="node-detail">{detail}</span>
        </span>
        {count && <span className="node-count">{count}</span>}
        {pips.length > 0 && (
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
