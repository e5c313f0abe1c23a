import type { Dag, Step } from './definition.ts';
import { reportCycles } from './find-cycles.ts';
import { createStepFinder, type NamedDraft } from './find-step.ts';
import type { StepGroup } from './fields/steps-field.ts';
import { nameSteps } from './name-steps.ts';
import { resolveDepends } from './resolve-depends.ts';
import { resolveRoutes } from './resolve-routes.ts';
import type { Report } from './source/report.ts';
import { toStep, type Joined } from './to-step.ts';
import { typeStep, type StepTools } from './type-steps.ts';

/** Pairs of a step and one that it waits for: two wide groups in a row have the product of their widths. */
const MAX_DEPENDENCIES = 250_000;

/**
 * Gives every step its type, its name and the names of the steps that it waits for, and checks them. `type` is null
 * where it could not be read; what depends on it is then left unchecked.
 */
export function joinSteps(
  groups: readonly StepGroup[],
  type: Dag['type'] | null,
  tools: StepTools,
): Step[] {
  const { report } = tools;
  if (isTooDense(groups, report)) return [];
  const typed = groups.flat().map((draft) => typeStep(draft, tools));
  const names = nameSteps(typed, report);
  const named = typed.map((step, index): NamedDraft => ({ ...step, name: names[index] ?? '' }));
  const joined = type === 'chain' ? joinChain(groups, named, report) : joinGraph(named, report);
  const steps = named.map((step, index) => toStep(step, joined[index] ?? joinedTo(step, [])));
  if (type !== 'chain') reportCycles(steps, (index) => dependsAt(named[index]), report);
  return steps;
}

function isTooDense(groups: readonly StepGroup[], report: Report): boolean {
  const sizes = groups.map((group) => group.length);
  const dependencies = sizes.reduce((sum, size, index) => sum + size * (sizes[index - 1] ?? 0), 0);
  const at = groups[0]?.[0]?.at;
  if (!at || dependencies <= MAX_DEPENDENCIES) return false;
  report.error(at, `a DAG can have at most ${MAX_DEPENDENCIES} dependencies`);
  return true;
}

/** In a chain each element waits for all steps of the one before it; the members of a group for the same ones. */
function joinChain(
  groups: readonly StepGroup[],
  steps: readonly NamedDraft[],
  report: Report,
): readonly Joined[] {
  const joined: Joined[] = [];
  let before: readonly string[] = [];
  for (const group of groups) {
    const members = steps.slice(joined.length, joined.length + group.length);
    for (const step of members) {
      refuseGraphKeys(step, report);
      joined.push(joinedTo(step, before));
    }
    before = members.map(({ name }) => name);
  }
  return joined;
}

function refuseGraphKeys({ draft: { given }, type }: NamedDraft, report: Report): void {
  const depends = given.get('depends');
  if (depends) {
    report.error(
      depends.key,
      '`depends` requires `type: graph`; the steps of a chain run in order',
    );
  }
  const routes = type.takes.includes('routes') && given.get('routes');
  if (routes) {
    report.error(
      routes.key,
      '`routes` requires `type: graph`; the steps of a chain all run in order',
    );
  }
}

function joinGraph(steps: readonly NamedDraft[], report: Report): readonly Joined[] {
  const find = createStepFinder(steps, report);
  const depends = resolveDepends(steps, find, report);
  const { routes, routersOf } = resolveRoutes(steps, find, report);
  return steps.map((step, index) => {
    const routedBy = routersOf.get(step.name) ?? [];
    const before = [...new Set([...(depends[index] ?? []), ...routedBy])];
    return { ...joinedTo(step, before), routes: routes[index] ?? [], routedBy };
  });
}

function joinedTo({ name }: NamedDraft, depends: readonly string[]): Joined {
  return { name, depends, routes: [], routedBy: [] };
}

function dependsAt(step: NamedDraft | undefined) {
  const draft = step?.draft;
  return draft?.given.get('depends')?.value ?? draft?.nameAt ?? draft?.at ?? { start: 0, end: 0 };
}
