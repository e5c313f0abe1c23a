import type { StepDraft } from './fields/steps-field.ts';
import { suggest } from '../lib/suggest.ts';
import type { TextAt } from './fields/scalar-types.ts';
import type { Report } from './source/report.ts';
import { quoted } from './source/source-node.ts';

export interface NamedDraft {
  readonly draft: StepDraft;
  readonly name: string;
}

/** Suggestions compare with every step; in a file with many mistakes the first ones are enough. */
const MOST_SUGGESTIONS = 50;

/** For each step the names of those it waits for, each once; what they name must exist and not be the step itself. */
export function resolveDepends(
  steps: readonly NamedDraft[],
  report: Report,
): readonly (readonly string[])[] {
  const targets = new Map<string, string>();
  for (const { draft, name } of steps)
    if (draft.values.id !== null) targets.set(draft.values.id, name);
  for (const { name } of steps) targets.set(name, name);
  let suggestions = MOST_SUGGESTIONS;
  const unknown = (written: TextAt, step: string) => {
    suggestions -= 1;
    const meant = suggestions < 0 ? undefined : suggest(written.text, targets.keys());
    const hint = meant === undefined ? '' : `: did you mean ${quoted(meant)}?`;
    const message = `step ${quoted(step)} depends on the unknown step ${quoted(written.text)}${hint}`;
    report.error(written, message, meant);
  };
  return steps.map(({ draft, name }) => {
    const depends = new Set<string>();
    for (const written of draft.values.depends) {
      const target = targets.get(written.text);
      if (target === undefined) unknown(written, name);
      else if (target === name) report.error(written, `step ${quoted(name)} depends on itself`);
      else depends.add(target);
    }
    return [...depends];
  });
}
