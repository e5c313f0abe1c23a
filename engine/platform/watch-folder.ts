import { watch as watchFile } from 'node:fs';
import { watch } from 'chokidar';

/** Tells the names of files that appear, change or go in a folder, once they are written. Returns the way to end it. */
export function watchFolder(folder: string, changed: (name: string) => void): () => Promise<void> {
  const watcher = watch('.', {
    cwd: folder,
    depth: 0,
    ignoreInitial: true,
    ignored: (path) => path.split(/[/\\]/).at(-1)?.startsWith('.draft-') ?? false,
    awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 20 },
  });
  watcher.on('all', (_event, path) => changed(path));
  return () => watcher.close();
}

/** Tells the names of files that grow in a folder of logs, as the system reports it. Returns the way to end it. */
export function watchLogs(folder: string, grew: (name: string) => void): () => void {
  const watcher = watchFile(folder, (_event, name) => {
    if (name !== null) grew(name);
  });
  // A folder that is deleted under the watch has no more to tell.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}
