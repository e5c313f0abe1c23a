import { statfsSync } from 'node:fs';
import { cpus, freemem, loadavg, totalmem } from 'node:os';

/** Memory, disk and load of this machine now. Sizes in bytes. */
export interface MachineUsage {
  readonly memoryTotalBytes: number;
  /** What is not to be had any more; what the system only keeps at hand counts as free. */
  readonly memoryUsedBytes: number;
  /** Of the disk on which a folder lies. */
  readonly diskTotalBytes: number;
  readonly diskUsedBytes: number;
  /** Percent of what people may use: some is kept back for the system. */
  readonly diskPercent: number;
  /** Average of one minute; 0 on Windows, which has none. */
  readonly load: number;
}

/**
 * Asks on the spot, as the health asks the same disk each second: through its threads Node would wake four times for it.
 *
 * @throws Error of the system when the disk of `folder` cannot be asked.
 */
export function machineUsage(folder: string): MachineUsage {
  const { bsize, blocks, bfree, bavail } = statfsSync(folder);
  const usedBlocks = blocks - bfree;
  const usable = usedBlocks + bavail;
  return {
    memoryTotalBytes: totalmem(),
    memoryUsedBytes: totalmem() - freemem(),
    diskTotalBytes: blocks * bsize,
    diskUsedBytes: usedBlocks * bsize,
    diskPercent: usable === 0 ? 0 : (100 * usedBlocks) / usable,
    load: loadavg()[0] ?? 0,
  };
}

/** What all processors together have done since the machine started, in milliseconds. */
export interface ProcessorTimes {
  readonly idle: number;
  readonly total: number;
}

/** Time of all processors since the machine began, in milliseconds: a share is the difference of two. */
export function processorTimes(): ProcessorTimes {
  let idle = 0;
  let total = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, total };
}

/** Percent of all processors that were busy between two moments; 0 where no time has passed. */
export function busyPercent(before: ProcessorTimes, after: ProcessorTimes): number {
  const total = after.total - before.total;
  const busy = total - (after.idle - before.idle);
  return total <= 0 ? 0 : Math.min(100, Math.max(0, (100 * busy) / total));
}
