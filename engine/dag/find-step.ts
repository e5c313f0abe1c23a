import { suggest } from '../lib/suggest.ts';
import type { TextAt } from './fields/scalar-types.ts';
import type { Report } from './source/report.ts';
import { quoted } from './source/source-node.ts';
import type { TypedDraft } from './type-steps.ts';

export interface NamedDraft extends TypedDraft {
  readonly name: string;
}

/**
 * The name of the step that a name or an id means; undefined after reporting that there is none. `subject` begins the
 * message: "step `a` depends on".
 */
export type StepFinder = (written: TextAt, subject: string) => string | undefined;

/** Suggestions compare with every step; in a file with many mistakes the first ones are enough. */
const MAX_SUGGESTIONS = 50;

/** Finds steps by name and id; a name wins over the id of another step. */
export function createStepFinder(steps: readonly NamedDraft[], report: Report): StepFinder {
  const targets = new Map<string, string>();
  for (const { draft, name } of steps)
    if (draft.values.id !== null) targets.set(draft.values.id, name);
  for (const { name } of steps) targets.set(name, name);
  let suggestions = MAX_SUGGESTIONS;
  return (written, subject) => {
    const target = targets.get(written.text);
    if (target !== undefined) return target;
    suggestions -= 1;
    const meant = suggestions < 0 ? undefined : suggest(written.text, targets.keys());
    const hint = meant === undefined ? '' : `: did you mean ${quoted(meant)}?`;
    report.error(written, `${subject} the unknown step ${quoted(written.text)}${hint}`, meant);
    return undefined;
  };
}
