import { basename, dirname } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { isDagFile, stemOf } from '../../platform/dag-file-names.ts';
import { watchFolder } from '../../platform/watch-folder.ts';

interface Places {
  readonly folder: string;
  /** File of base.yaml. */
  readonly baseFile: string;
  readonly clock: Pick<Clock, 'after'>;
}

/** Tells the definition files that change, by the names of their DAGs; null: any may differ. Returns the way to end it. */
export function watchDags(
  { folder, baseFile, clock }: Places,
  changed: (fileName: string | null) => void,
): () => void {
  const endDags = watchFolder({
    folder,
    clock,
    isWanted: isDagFile,
    changed: (name) => changed(name === null ? null : stemOf(name)),
  });
  const endBase = watchFolder({
    folder: dirname(baseFile),
    clock,
    isWanted: (name) => name === basename(baseFile),
    changed: () => changed(null),
  });
  return () => {
    endDags();
    endBase();
  };
}
