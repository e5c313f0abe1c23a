import type { ConfigChange, LiveConfig } from '../config/live-config.ts';
import type { EngineServices } from './engine-services.ts';

/** Reads the settings again, and tells the parts that do not look by themselves. */
export function createReloadSettings(
  reload: LiveConfig['reload'],
  all: () => EngineServices,
): () => ConfigChange {
  return () => {
    const change = reload();
    const { config, nodes, queues, gitSync } = all();
    if (change.changed.includes('remoteNodes')) nodes.change(config.remoteNodes);
    if (change.changed.includes('gitSync')) gitSync.settingsChanged();
    if (change.changed.includes('queues')) {
      queues.limits.change(config.queues);
      queues.wakeAll();
    }
    return change;
  };
}
