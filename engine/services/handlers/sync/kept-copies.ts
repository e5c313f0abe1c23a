import { EngineError } from '../../../contract/errors.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import { isoTime } from '../../../lib/clock.ts';
import type { KeptCopy } from '../../../sync/kept-copies.ts';
import type { EngineServices } from '../../engine-services.ts';

/** Texts that Git Sync took away. They can be found while it is off as well. */
export function listKept({ gitSync }: EngineServices): Promise<OperationOutput<'sync.kept'>> {
  return gitSync.look(({ kept }) => Promise.resolve({ copies: kept.list().map(present) }));
}

export function showKept(
  { gitSync }: EngineServices,
  keptId: string,
): Promise<OperationOutput<'sync.keptCopy'>> {
  return gitSync.look(({ kept }) => {
    const copy = kept.read(keptId);
    if (copy === null) throw new EngineError('not_found', `There is no kept copy ${keptId}`);
    const content = Buffer.from(copy.content).toString('utf8');
    return Promise.resolve({ ...present(copy), content });
  });
}

function present({ keptId, path, keptAt, bytes }: KeptCopy) {
  return { keptId, filePath: path, keptAt: isoTime(keptAt), bytes };
}
