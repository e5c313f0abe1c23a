import {
  nodeStatusCodes,
  nodeStatuses,
  type NodeStatus,
  type RunStatus,
} from '#contract/status.ts';
import { texts } from './texts.ts';

/** What a slot of a schedule can be that no run can. `ran` is for one whose run is not known any more. */
type SlotStatus = 'due' | 'suspended' | 'pending' | 'ran' | 'missed' | 'refused';

/** Everything that a status glyph can stand for: runs, nodes, slots, and the state of a definition. */
export type StatusKey = RunStatus | NodeStatus | SlotStatus | 'broken' | 'warning';

/** The one vocabulary. `tone` names the color token and the class of bars and glyphs. */
interface StatusWords {
  readonly word: string;
  /** For columns under 140 px. */
  readonly short: string;
  readonly tone: string;
}

const tones: Readonly<Record<StatusKey, string>> = {
  not_started: 'none',
  queued: 'queued',
  running: 'running',
  waiting: 'waiting',
  skipped: 'skipped',
  succeeded: 'ok',
  partially_succeeded: 'partial',
  failed: 'failed',
  rejected: 'rejected',
  aborted: 'aborted',
  due: 'none',
  suspended: 'none',
  pending: 'queued',
  ran: 'none',
  missed: 'warning',
  refused: 'failed',
  broken: 'broken',
  warning: 'warning',
};

/** The words for a status, and its color. */
export function statusWords(status: StatusKey): StatusWords {
  return { ...texts.status[status], tone: tones[status] };
}

const nodeStatusByCode = new Map<number, NodeStatus>(
  nodeStatuses.map((status) => [nodeStatusCodes[status], status]),
);

/** The node status of a number, or undefined for a number that is none. */
export function nodeStatusOf(code: number): NodeStatus | undefined {
  return nodeStatusByCode.get(code);
}
