import type { NamedDraft, StepFinder } from './find-step.ts';
import type { Report } from './source/report.ts';
import { quoted } from './source/source-node.ts';

/** For each step the names of those it waits for, each once; what they name must exist and not be the step itself. */
export function resolveDepends(
  steps: readonly NamedDraft[],
  find: StepFinder,
  report: Report,
): readonly (readonly string[])[] {
  return steps.map(({ draft, name }) => {
    const depends = new Set<string>();
    for (const written of draft.values.depends) {
      const target = find(written, `step ${quoted(name)} depends on`);
      if (target === name) report.error(written, `step ${quoted(name)} depends on itself`);
      else if (target !== undefined) depends.add(target);
    }
    return [...depends];
  });
}
