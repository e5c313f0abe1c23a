import { formatError } from '../../lib/format-error.ts';

/** What became of something that was done to several DAGs: it may fail for some of them alone. */
export interface Outcome<T> {
  readonly done: readonly Done<T>[];
  readonly failures: readonly Failure[];
}

interface Done<T> {
  readonly fileName: string;
  readonly value: T;
}

export interface Failure {
  readonly fileName: string;
  readonly reason: string;
}

/** Does the same to several DAGs at once, and waits for all of them. */
export async function forEachDag<T>(
  fileNames: readonly string[],
  work: (fileName: string) => Promise<T>,
): Promise<Outcome<T>> {
  const answers = await Promise.allSettled(fileNames.map(work));
  const outcomes = answers.map((answer, index) => ({ answer, fileName: fileNames[index] ?? '' }));
  return {
    done: outcomes.flatMap(({ answer, fileName }) =>
      answer.status === 'fulfilled' ? [{ fileName, value: answer.value }] : [],
    ),
    failures: outcomes.flatMap(({ answer, fileName }) =>
      answer.status === 'rejected' ? [{ fileName, reason: formatError(answer.reason) }] : [],
    ),
  };
}

const MAX_NAMES = 5;

/** `a, b: The disk is full; c: It runs.` */
export function formatFailures(failures: readonly Failure[]): string {
  const reasons = Map.groupBy(failures, ({ reason }) => reason.replace(/\.$/, ''));
  const parts = [...reasons].map(([reason, those]) => {
    const names = those.slice(0, MAX_NAMES).map(({ fileName }) => fileName);
    const more = those.length - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${reason}`;
  });
  return `${parts.join('; ')}.`;
}
