import type { OperationOutput } from '../../../contract/operations.ts';
import { isoTime } from '../../../lib/clock.ts';
import type { KeptCopy } from '../../../sync/kept-copies.ts';
import type { EngineServices } from '../../engine-services.ts';

/** Texts that Git Sync took away. They can be found while it is off as well. */
export function listKept({ gitSync }: EngineServices): Promise<OperationOutput<'sync.kept'>> {
  return gitSync.look(({ kept }) => Promise.resolve({ copies: kept.list().map(present) }));
}

/** A copy with its text, and that of the file which is there today, where it can be read. */
export function showKept(
  { gitSync }: EngineServices,
  keptId: string,
): Promise<OperationOutput<'sync.keptCopy'>> {
  return gitSync.look((room) => {
    const copy = room.requireCopy(room, keptId);
    const today = room.files.find(copy.path);
    const isThere = today !== null && today.problem === '';
    return Promise.resolve({
      ...present(copy),
      content: textOf(copy.content),
      ...(isThere && { localContent: textOf(room.files.read(today.path).bytes) }),
    });
  });
}

/** Puts a copy back to its path. */
export async function restoreKept(
  { gitSync }: EngineServices,
  keptId: string,
): Promise<OperationOutput<'sync.restore'>> {
  const path = await gitSync.run('restore', (room, context) => room.restore(context, keptId));
  return { message: `Restored ${path}.` };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function present({ keptId, path, keptAt, reason, bytes }: KeptCopy) {
  return { keptId, filePath: path, keptAt: isoTime(keptAt), reason, bytes };
}
