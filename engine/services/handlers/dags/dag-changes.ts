import type { DagChanges } from '../../../contract/dag-changes.ts';
import type { OperationHandlers, OperationInput } from '../../../contract/operations.ts';
import { compareDags } from '../../../steps/compare.ts';
import { stemOf } from '../../../platform/dag-files.ts';
import { callersOf } from '../../catalog/callers-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import { requireDag } from '../../find.ts';

/** What a text would change in the meaning of a DAG. */
export function dagChangeHandlers(
  services: EngineServices,
): Pick<OperationHandlers, 'dags.changes'> {
  return { 'dags.changes': (input) => changesOf(services, input) };
}

async function changesOf(
  services: EngineServices,
  { fileName, spec, against }: OperationInput<'dags.changes'>,
): Promise<DagChanges> {
  const { base, aside, clock, config } = services;
  const name = stemOf(fileName);
  const load = (text: string) => aside.load(text, { name, under: base.current() });
  const before =
    against === undefined ? requireDag(services, fileName).loaded : await load(against);
  const after = await load(spec);
  return compareDags(before, after, {
    now: clock.now(),
    timezone: config.timezone,
    calledBy: await callersOf(services, { fileName: name, name: before.partial.name }),
  });
}
