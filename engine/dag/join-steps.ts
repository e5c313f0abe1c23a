import type { Dag, Step } from './definition.ts';
import { reportCycles } from './find-cycles.ts';
import type { StepDraft, StepGroup } from './fields/steps-field.ts';
import { nameSteps } from './name-steps.ts';
import { resolveDepends, type NamedDraft } from './resolve-depends.ts';
import type { Report } from './source/report.ts';

/** More would be data, not a definition. */
const MOST_STEPS = 10_000;
/** Pairs of a step and one that it waits for: two wide groups in a row have the product of their widths. */
const MOST_DEPENDENCIES = 250_000;

/**
 * Gives every step its name and the names of the steps that it waits for, and checks both. `type` is null where it
 * could not be read; what depends on it is then left unchecked.
 */
export function joinSteps(
  groups: readonly StepGroup[],
  type: Dag['type'] | null,
  report: Report,
): Step[] {
  const drafts = groups.flat();
  if (isTooLarge(groups, report)) return [];
  const names = nameSteps(drafts, report);
  const named = drafts.map((draft, index): NamedDraft => ({ draft, name: names[index] ?? '' }));
  const depends =
    type === 'chain' ? chainDepends(groups, names, report) : resolveDepends(named, report);
  const steps = named.map(({ draft, name }, index) => toStep(draft, name, depends[index] ?? []));
  if (type !== 'chain') reportCycles(steps, (index) => dependsAt(drafts[index]), report);
  return steps;
}

function isTooLarge(groups: readonly StepGroup[], report: Report): boolean {
  const sizes = groups.map((group) => group.length);
  const steps = sizes.reduce((sum, size) => sum + size, 0);
  const dependencies = sizes.reduce((sum, size, index) => sum + size * (sizes[index - 1] ?? 0), 0);
  const at = groups[0]?.[0]?.at;
  if (!at || (steps <= MOST_STEPS && dependencies <= MOST_DEPENDENCIES)) return false;
  const what = steps > MOST_STEPS ? `${MOST_STEPS} steps` : `${MOST_DEPENDENCIES} dependencies`;
  report.error(at, `a DAG may have at most ${what}`);
  return true;
}

/** In a chain each element waits for all steps of the one before it; the members of a group for the same ones. */
function chainDepends(
  groups: readonly StepGroup[],
  names: readonly string[],
  report: Report,
): readonly (readonly string[])[] {
  const depends: (readonly string[])[] = [];
  let before: readonly string[] = [];
  for (const group of groups) {
    const first = depends.length;
    for (const draft of group) {
      refuseDepends(draft, report);
      depends.push(before);
    }
    before = names.slice(first, first + group.length);
  }
  return depends;
}

function refuseDepends({ given }: StepDraft, report: Report): void {
  const entry = given.get('depends');
  if (entry)
    report.error(entry.key, '`depends` needs `type: graph`; the steps of a chain run in order');
}

function dependsAt(draft: StepDraft | undefined) {
  return draft?.given.get('depends')?.value ?? { start: 0, end: 0 };
}

function toStep({ values }: StepDraft, name: string, depends: readonly string[]): Step {
  const { command, ...rest } = values;
  return { ...rest, name, depends, commands: command.map(({ text }) => text) };
}
