import type { DagChanges } from '../../contract/dag-changes.ts';
import type { SyncDiff } from '../../contract/sync.ts';
import { visibleText } from '../../contract/visible-text.ts';
import type { Colors, Output } from '../terminal.ts';
import { changesText } from './changes.ts';
import { oneLine } from './display-width.ts';
import { diffLines, hunks, type DiffLine } from './text-diff.ts';

/** Two texts, and what differs between them in meaning. */
interface Compared {
  readonly titles: { readonly old: string; readonly now: string };
  readonly before: string;
  readonly after: string;
  /** Undefined where it is no DAG. */
  readonly changes: DagChanges | undefined;
  readonly isReview: boolean;
}

/** Lines that are shown before and behind a change. */
const AROUND = 3;

/** What differs between here and the remote; of an item under review, what waits differs from what was accepted. */
export function syncDiffText(diff: SyncDiff, out: Output): string {
  const { itemId, status, trust, reviewHash } = diff;
  const isReview = trust === 'review';
  const compared = isReview ? comparedReview(diff) : comparedSides(diff);
  const accept = `Accept this text: dagwright sync accept ${itemId} ${reviewHash}\n`;
  return [
    `${itemId}: ${status}${isReview ? ', not accepted yet' : ''}\n`,
    comparedText(compared, out),
    reviewHash === '' ? '' : out.colors.dim(accept),
  ].join('');
}

function comparedReview({ acceptedContent, reviewContent, reviewChanges }: SyncDiff): Compared {
  return {
    titles: {
      old: acceptedContent === undefined ? 'nothing accepted' : 'accepted',
      now: 'waiting',
    },
    before: acceptedContent ?? '',
    after: reviewContent ?? '',
    changes: reviewChanges,
    isReview: true,
  };
}

function comparedSides(diff: SyncDiff): Compared {
  const { localContent: after = '', remoteContent: before = '', changes } = diff;
  const { remoteCommit, remoteAuthor, remoteMessage } = diff;
  const theirs =
    remoteCommit === '' ? '' : `${remoteCommit.slice(0, 8)} by ${remoteAuthor}: ${remoteMessage}`;
  const titles = { old: `remote ${oneLine(theirs)}`, now: 'local' };
  return { titles, before, after, changes, isReview: false };
}

function comparedText(compared: Compared, out: Output): string {
  const { titles, changes, isReview } = compared;
  const meaning = meaningText(changes, { colors: out.colors, isReview });
  return meaning + textDifference(compared, titles, out);
}

/** The lines in which two texts differ, with those around them. */
export function textDifference(
  { before, after }: Pick<Compared, 'before' | 'after'>,
  titles: { readonly old: string; readonly now: string },
  { colors }: Output,
): string {
  const lines = hunks(diffLines(before, after), AROUND);
  const text = [
    colors.red(`--- ${titles.old}`),
    colors.green(`+++ ${titles.now}`),
    ...(lines.length === 0 ? [colors.dim('The texts are the same.')] : []),
    ...lines.map((line) => diffLine(line, colors)),
  ];
  return text.map((line) => `${line}\n`).join('');
}

function meaningText(
  changes: DagChanges | undefined,
  options: { readonly colors: Colors; readonly isReview: boolean },
): string {
  if (changes === undefined) return '';
  if (changes.change !== 'unknown') return changesText(changes, options);
  const { before, after } = changes.errors;
  const lines = [
    'What changes in meaning is not known: a text has errors.',
    ...before.map(({ line, message }) => `  before, line ${line}: ${oneLine(message)}`),
    ...after.map(({ line, message }) => `  local, line ${line}: ${oneLine(message)}`),
  ];
  return lines.map((line) => `${options.colors.yellow(line)}\n`).join('');
}

function diffLine(line: DiffLine | null, colors: Colors): string {
  if (line === null) return colors.dim('…');
  const text = visibleText(line.text);
  if (line.kind === 'same') return ` ${text}`;
  return line.kind === 'removed' ? colors.red(`-${text}`) : colors.green(`+${text}`);
}
