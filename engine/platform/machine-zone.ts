import { systemZone } from '../config/system-zone.ts';

let machine: string | undefined;

/** The zone of this process. */
export function machineTimezone(): string {
  machine ??= systemZone(process.env['TZ']).name;
  return machine;
}
