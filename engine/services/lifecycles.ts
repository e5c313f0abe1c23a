import type { Lifecycle } from '../lib/lifecycle.ts';
import { readDags } from './catalog/read-dags.ts';
import type { Drain } from './drain.ts';
import type { EngineServices } from './engine-services.ts';
import { followSettings } from './follow-settings.ts';

/** A method by which something begins or ends. */
type LifeMethod = 'start' | 'stop' | 'close' | 'detach' | 'drain' | 'flush';

/** Services with such a method; of the database, whoever opened it takes care when nothing else is left. */
type LivingService = {
  [Name in Exclude<keyof EngineServices, 'db'>]: Extract<
    keyof EngineServices[Name],
    LifeMethod
  > extends never
    ? never
    : Name;
}[Exclude<keyof EngineServices, 'db'>];

/** What lives with the services and is none of them. */
export interface Companions {
  /** The way in for calls. */
  readonly calls: Drain;
  /** Folder of definitions for an empty home; null: none. */
  readonly samplesDir: string | null;
}

/**
 * All that lives as long as the engine, in the order in which it starts; it ends in the reverse order. The types miss a
 * service that has something to end and is left out.
 */
export function lifecyclesOf(
  services: EngineServices,
  { calls, samplesDir }: Companions,
): Readonly<Record<LivingService | 'waiters' | 'calls' | 'settings', Lifecycle>> {
  const { writes, ages, audit, metrics, newFiles, aside, catalog, nodes, events, waiters } =
    services;
  const { runner, queues, health, guard, scheduler, retention, resources, admission } = services;
  const { gitSync, mails, traces, containers } = services;
  return {
    // Last of all: what the others have still to say is committed then.
    writes: { stop: () => writes.close() },
    // Before anything that could be deleted for its age.
    ages: { start: () => ages.start(), serve: () => ages.tell(), stop: () => ages.stop() },
    audit: { stop: () => audit.stop() },
    metrics: { stop: () => metrics.stop() },
    newFiles: { stop: () => newFiles.flush() },
    aside: { stop: () => aside.close() },
    catalog: { start: () => readDags(services, samplesDir), stop: () => catalog.stop() },
    nodes: { stop: () => nodes.close() },
    events: { stop: () => events.close() },
    // Who waits longer for a run than calls are waited for is told that it goes on.
    waiters: { drain: () => waiters.giveUpAll(), stop: () => waiters.giveUpAll() },
    traces: { serve: () => traces.start(), stop: () => traces.stop() },
    // Before the runs that have them: what is left of them is ended by the next engine.
    containers: { serve: () => containers.wake(), stop: () => containers.stop() },
    // Before the runs that make them: what they tell is noted, and sent by the next engine.
    mails: { serve: () => mails.start(), stop: () => mails.stop() },
    // Goes on with the runs that an earlier engine left; then the queues with what waits behind them.
    runner: { serve: () => runner.resumeAll(), stop: () => runner.detach() },
    calls: { drain: () => calls.drain(), stop: () => calls.close() },
    queues: { serve: () => queues.start(), drain: () => queues.stop() },
    settings: followedSettings(services),
    health: { serve: () => health.start(), stop: () => health.stop() },
    // Closed with the database that it watches over.
    guard: { serve: () => guard.checkTables() },
    scheduler: { serve: () => scheduler.start(), drain: () => scheduler.stop() },
    gitSync: { serve: () => gitSync.start(), drain: () => gitSync.stop() },
    retention: { serve: () => retention.startDaily(), stop: () => retention.stop() },
    resources: { serve: () => resources.start(), stop: () => resources.stop() },
    // First of all, before anything that would take on something new.
    admission: { drain: () => admission.close() },
  };
}

function followedSettings({ config, clock, log, reloadSettings }: EngineServices): Lifecycle {
  let endFollow = (): void => undefined;
  return {
    serve: () => {
      const { configFile } = config.paths;
      endFollow = followSettings({ configFile, reload: reloadSettings, clock, log });
    },
    drain: () => endFollow(),
  };
}
