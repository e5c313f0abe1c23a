import type { DagChanges } from '../../contract/dag-changes.ts';
import type { Dag, LoadIssue, LoadResult } from '../definition.ts';
import { emptyDag } from '../load-dag.ts';
import { changeSet, isEmpty, type CompareOptions } from './change-set.ts';

/** A definition of which only what it says is compared; null: there is none, or not any more. */
export type ComparedSide = Pick<LoadResult, 'dag' | 'localDags' | 'issues'> | null;

/** All that the texts tell; who calls the DAG is told by others. */
export type DagDifference = Omit<DagChanges, 'calledBy'>;

/** What differs in meaning between two definitions of a DAG. Of one that does not load, the errors stand in its place. */
export function compareDags(
  before: ComparedSide,
  after: ComparedSide,
  options: CompareOptions,
): DagDifference {
  const none = emptyDag(after?.dag?.name ?? before?.dag?.name ?? '', options.stepTypes);
  const isBroken = before?.dag === null || after?.dag === null;
  const [old, now] = isBroken ? [none, none] : [before?.dag ?? none, after?.dag ?? none];
  const set = changeSet(old, now, options);
  const localDags = isBroken ? [] : localChanges(before, after, options);
  const same = isEmpty(set) && localDags.length === 0 ? 'none' : 'changed';
  return {
    ...set,
    change: isBroken ? 'unknown' : changeOf(before, after, same),
    errors: { before: errorsOf(before), after: errorsOf(after) },
    localDags,
  };
}

function changeOf<T>(before: unknown, after: unknown, otherwise: T): T | 'created' | 'deleted' {
  if (before === null && after !== null) return 'created';
  return before !== null && after === null ? 'deleted' : otherwise;
}

function errorsOf(side: ComparedSide): LoadIssue[] {
  return side?.issues.filter(({ severity }) => severity === 'error') ?? [];
}

function localChanges(
  before: ComparedSide,
  after: ComparedSide,
  options: CompareOptions,
): DagChanges['localDags'] {
  const [old, now] = [byName(before), byName(after)];
  const names = new Set([...now.keys(), ...old.keys()]);
  return [...names].flatMap((name): DagChanges['localDags'] => {
    const [one, other] = [old.get(name) ?? null, now.get(name) ?? null];
    const none = emptyDag(name, options.stepTypes);
    const set = changeSet(one ?? none, other ?? none, options);
    const change = changeOf(one, other, 'changed' as const);
    return change === 'changed' && isEmpty(set) ? [] : [{ ...set, name, change }];
  });
}

function byName(side: ComparedSide): ReadonlyMap<string, Dag> {
  return new Map(side?.localDags.map((dag) => [dag.name, dag]));
}
