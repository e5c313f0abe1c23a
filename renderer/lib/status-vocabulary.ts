import {
  nodeStatusCodes,
  nodeStatuses,
  type NodeStatus,
  type RunStatus,
} from '#contract/status.ts';

/** What a slot of a schedule can be that no run can. `ran` is for one whose run is not known any more. */
type SlotStatus = 'due' | 'pending' | 'ran' | 'missed' | 'refused';

/** Everything that a status glyph can stand for: runs, nodes, slots, and the state of a definition. */
export type StatusKey = RunStatus | NodeStatus | SlotStatus | 'broken' | 'warning';

/** The one vocabulary. `tone` names the color token and the class of bars and glyphs. */
interface StatusWords {
  readonly word: string;
  /** For columns under 140 px. */
  readonly short: string;
  readonly tone: string;
}

const vocabulary: Readonly<Record<StatusKey, StatusWords>> = {
  not_started: { word: 'Not started', short: 'Not started', tone: 'none' },
  queued: { word: 'Queued', short: 'Queued', tone: 'queued' },
  running: { word: 'Running', short: 'Running', tone: 'running' },
  waiting: { word: 'Waiting', short: 'Waiting', tone: 'waiting' },
  skipped: { word: 'Skipped', short: 'Skipped', tone: 'skipped' },
  succeeded: { word: 'Succeeded', short: 'Succeeded', tone: 'ok' },
  partially_succeeded: { word: 'Partially succeeded', short: 'Partial', tone: 'partial' },
  failed: { word: 'Failed', short: 'Failed', tone: 'failed' },
  rejected: { word: 'Rejected', short: 'Rejected', tone: 'rejected' },
  aborted: { word: 'Aborted', short: 'Aborted', tone: 'aborted' },
  due: { word: 'Due', short: 'Due', tone: 'none' },
  pending: { word: 'Pending', short: 'Pending', tone: 'queued' },
  ran: { word: 'Ran', short: 'Ran', tone: 'none' },
  missed: { word: 'Missed', short: 'Missed', tone: 'warning' },
  refused: { word: 'Failed to start', short: 'Failed', tone: 'failed' },
  broken: { word: 'Broken', short: 'Broken', tone: 'broken' },
  warning: { word: 'Warning', short: 'Warning', tone: 'warning' },
};

export function statusWords(status: StatusKey): StatusWords {
  return vocabulary[status];
}

const nodeStatusByCode = new Map<number, NodeStatus>(
  nodeStatuses.map((status) => [nodeStatusCodes[status], status]),
);

/** The node status of a number, or undefined for a number that is none. */
export function nodeStatusOf(code: number): NodeStatus | undefined {
  return nodeStatusByCode.get(code);
}
