import type { RunSummary } from '#contract/run.ts';

const words: Readonly<Record<RunSummary['triggerType'], string>> = {
  scheduler: 'schedule',
  manual: 'by hand',
  webhook: 'webhook',
  subdag: 'parent DAG',
  retry: 'retry',
  catchup: 'catch-up',
};

/** How a run began, in a word. */
export function triggerWord(run: Pick<RunSummary, 'triggerType'>): string {
  return words[run.triggerType];
}
