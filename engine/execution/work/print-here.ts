import { stepAt } from '../../dag/run-steps.ts';
import { appendText, appendToNamed } from '../../lib/write-file.ts';
import type { RunServices } from '../state/run-services.ts';
import { copiesOf, type PreparedStep } from './prepared-step.ts';

/** Writes what a step without a process of its own prints to its log, and to the copies that it asks for. */
export async function printHere(
  run: RunServices,
  position: number,
  { text, prepared }: { readonly text: string; readonly prepared: PreparedStep },
): Promise<void> {
  const masked = run.vault().mask(text);
  const { stdout } = run.state.nodes[position] ?? { stdout: '' };
  const copies = await copiesOf(stepAt(run.state.dag, position), 'stdout', prepared);
  appendText(stdout, masked);
  for (const file of copies) appendToNamed(file, masked);
}

/** What such a step put out, sealed; null where nobody asks for it. */
export function outputHere(run: RunServices, position: number, text: string): string | null {
  const { output } = stepAt(run.state.dag, position);
  return output === null ? null : run.vault().seal(text.trim());
}
