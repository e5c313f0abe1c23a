import type { Container } from '../../dag/container.ts';
import type { Dag, Step } from '../../dag/definition.ts';
import { containerFields } from '../../dag/fields/container-field.ts';
import { settingsOf } from '../settings.ts';

export const settings = settingsOf<Container>(containerFields);

/** Where a step runs: in the container that it names, else in that of its DAG. Null: neither says it. */
export function containerOf(
  dag: Pick<Dag, 'container'>,
  { container, config }: Pick<Step, 'container' | 'config'>,
): Container | null {
  if (container !== null) return container;
  const isNamed = settings.fits(config) && (config.image ?? config.exec) !== null;
  return isNamed ? config : dag.container;
}
