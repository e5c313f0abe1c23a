import type { Dag, LoadResult } from '../../dag/definition.ts';

/** What a definition says where it lies: the folder of one that names no group is its group. */
export function inFolder(loaded: LoadResult, folder: string): LoadResult {
  if (folder === '' || loaded.sources['group'] === 'dag') return loaded;
  const grouped = (dag: Dag): Dag => ({ ...dag, group: folder });
  return {
    ...loaded,
    dag: loaded.dag === null ? null : grouped(loaded.dag),
    partial: grouped(loaded.partial),
  };
}
