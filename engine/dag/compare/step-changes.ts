import type { StepChange } from '../../contract/dag-changes.ts';
import { handlerNames, type Dag, type Step } from '../definition.ts';
import type { StepTypeDefinition } from '../step-type.ts';
import { difference } from './difference.ts';
import { fieldChanges } from './field-changes.ts';
import { noStepValues, stepValues } from './field-values.ts';
import { matchSteps } from './match-steps.ts';

type Types = readonly StepTypeDefinition[];
type Names = (name: string) => string;

const asItIs: Names = (name) => name;

/** What became of each step, in the order of the new definition; those that are gone come last. */
export function stepChanges(before: Dag, after: Dag, types: Types): StepChange[] {
  const matched = matchSteps(before.steps, after.steps, types);
  const sameAs = new Map(matched.map((pair) => [pair.after, pair]));
  const kept = new Set(matched.map((pair) => pair.before));
  const names = new Map(matched.map((pair) => [pair.before.name, pair.after.name]));
  const nameNow: Names = (name) => names.get(name) ?? name;
  const now = after.steps.flatMap((step): StepChange[] => {
    const pair = sameAs.get(step);
    if (!pair) return [added(step, types)];
    const parts = partsChanged(pair.before, step, nameNow);
    if (pair.isRenamed) return [{ change: 'renamed', previousName: pair.before.name, ...parts }];
    return isEmpty(parts) ? [] : [{ change: 'changed', previousName: step.name, ...parts }];
  });
  return [...now, ...before.steps.filter((step) => !kept.has(step)).map(removed)];
}

/** What became of each handler, under the name of its event. */
export function handlerChanges(before: Dag, after: Dag, types: Types): StepChange[] {
  return handlerNames.flatMap((event): StepChange[] => {
    const [old, now] = [before.handlerOn[event], after.handlerOn[event]];
    const under = { name: event, previousName: event };
    if (!old) return now ? [{ ...added(now, types), ...under }] : [];
    if (!now) return [{ ...removed(old), ...under }];
    const parts = partsChanged(old, now, asItIs);
    return isEmpty(parts) ? [] : [{ change: 'changed', ...parts, ...under }];
  });
}

type Parts = Pick<StepChange, 'name' | 'fields' | 'depends'>;

function partsChanged(old: Step, now: Step, nameNow: Names): Parts {
  return {
    name: now.name,
    fields: fieldChanges(stepValues(old, nameNow), stepValues(now, asItIs)),
    depends: difference(old.depends.map(nameNow), now.depends),
  };
}

function isEmpty({ fields, depends }: Parts): boolean {
  return fields.length + depends.added.length + depends.removed.length === 0;
}

function added(step: Step, [usual]: Types): StepChange {
  const { name } = step;
  return {
    change: 'added',
    name,
    previousName: name,
    fields: fieldChanges(noStepValues(usual?.name ?? ''), stepValues(step, asItIs)),
    depends: difference([], step.depends),
  };
}

function removed({ name, depends }: Step): StepChange {
  return {
    change: 'removed',
    name,
    previousName: name,
    fields: [],
    depends: difference(depends, []),
  };
}
