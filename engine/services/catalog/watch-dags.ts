import { basename, dirname } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { DagTree } from '../../platform/dag-folder/dag-tree.ts';
import { watchDagTree } from '../../platform/dag-folder/watch-dag-tree.ts';
import { watchFolder } from '../../platform/watch-folder.ts';

interface Places {
  readonly tree: DagTree;
  /** File of base.yaml. */
  readonly baseFile: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Tells the definition files that change, by the names of their DAGs; null: any may differ. Returns the way to end it. */
export function watchDags(
  { baseFile, ...places }: Places,
  changed: (fileNames: Iterable<string> | null) => void,
): () => void {
  const endDags = watchDagTree({ ...places, changed });
  const endBase = watchFolder({
    folder: dirname(baseFile),
    clock: places.clock,
    isWanted: (name) => name === basename(baseFile),
    changed: () => changed(null),
  });
  return () => {
    endDags();
    endBase();
  };
}
