import type { RunSummary } from '#contract/run.ts';
import { texts } from './texts.ts';

const words: Readonly<Record<RunSummary['triggerType'], string>> = texts.trigger;

/** How a run began, in a word. */
export function formatTrigger(run: Pick<RunSummary, 'triggerType'>): string {
  return words[run.triggerType];
}
