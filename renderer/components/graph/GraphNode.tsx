import { memo } from 'react';
import type { PlacedNode } from '../../lib/graph-model.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { Since } from '../Since.tsx';
import { Icon } from '../Icon.tsx';
import type { IconName } from '../icons.tsx';
import { texts } from '../texts.ts';
import { isSameLook, type StepLook } from './graph-look.ts';

interface GraphNodeProps {
  readonly node: PlacedNode;
  /** Without a status it is a step of a definition, not of a run. */
  readonly look: StepLook;
  readonly isSelected: boolean;
  /** The one step of the graph to which Tab leads. */
  readonly isTabStop: boolean;
  /** What its edges say, for those who cannot see them; empty for a step that depends on none. */
  readonly edges: string;
  /** Where the search stands. */
  readonly isFound: boolean;
}

const kinds: Readonly<Partial<Record<IconName, string>>> = texts.graph.kinds;

/** One step. What is pressed is found by the graph, so that a thousand steps need no handlers of their own. */
export const GraphNode = memo(function GraphNode(props: GraphNodeProps) {
  const { node, look, isSelected, isTabStop, edges, isFound } = props;
  const { name, x, y, width, height } = node;
  const { status, detail, isCall, mark, isBroken, pips = [], count, since } = look;
  const tone = status === undefined ? 'plain' : statusWords(status).tone;
  const classes = ['graph-node', `node-${tone}`];
  if (isCall) classes.push('node-call');
  if (isSelected) classes.push('node-selected');
  if (isFound) classes.push('node-found');
  if (isBroken) classes.push('node-broken');
  return (
    <button
      type="button"
      className={classes.join(' ')}
      style={{ left: x, top: y, width, height }}
      data-step={name}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isSelected}
      aria-roledescription={texts.graph.step}
      aria-description={edges || undefined}
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
        <span className="node-detail">{since ? <Since from={since} /> : detail}</span>
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
  );
}, isSame);

/** A change of one step comes with new objects for all of them; only what looks different is drawn again. */
function isSame(one: GraphNodeProps, other: GraphNodeProps): boolean {
  return (
    one.node === other.node &&
    one.isSelected === other.isSelected &&
    one.isTabStop === other.isTabStop &&
    one.isFound === other.isFound &&
    one.edges === other.edges &&
    isSameLook(one.look, other.look)
  );
}
