import type { OperationHandlers } from '../../../contract/operations.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import { itemIdOf } from '../../../platform/dag-folder/dag-tree.ts';
import { compareTexts } from '../../compare-texts.ts';
import type { EngineServices } from '../../engine-services.ts';
import { requireDag } from '../../find.ts';

/** What a text would change in the meaning of a DAG. */
export function dagChangeHandlers(
  services: EngineServices,
): Pick<OperationHandlers, 'dags.changes'> {
  return {
    'dags.changes': ({ fileName, spec, against }) => {
      const entry = services.catalog.entry(stemOf(fileName));
      return compareTexts(services, {
        itemId: entry === undefined ? stemOf(fileName) : itemIdOf(entry),
        before: against ?? requireDag(services, fileName).text,
        after: spec,
      });
    },
  };
}
