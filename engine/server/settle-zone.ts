import type { Config } from '../config/config.ts';
import { passZoneOn } from '../config/system-zone.ts';
import type { Logger } from '../lib/logger.ts';

/** Gives the steps of this process the zone of its schedules, and says where that may not be the one that was meant. */
export function settleZone(
  env: Record<string, string | undefined>,
  { timezone, timezoneDoubt: doubt }: Config,
  log: Logger,
): void {
  passZoneOn(env, timezone);
  if (doubt !== null) log.warn(`${doubt.message} ${doubt.fix}`);
}
