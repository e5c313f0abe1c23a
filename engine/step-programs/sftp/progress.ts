import { writeAll } from '../print.ts';

/** Of smaller files it is enough to know that they came. */
const LARGE_BYTES = 8 * 1024 * 1024;
const STEPS = 10;

/** Tells in the log how far a large file has come: one line for each tenth of it. */
export function progressOf(name: string, size: number): (bytes: number) => void {
  let came = 0;
  let told = 0;
  return (bytes) => {
    came += bytes;
    const tenth = size < LARGE_BYTES ? 0 : Math.floor((came * STEPS) / size);
    if (tenth > told && tenth < STEPS)
      log(`${JSON.stringify(name)}: ${tenth * (100 / STEPS)} % of ${size} bytes`);
    told = tenth;
  };
}

/** The report of the step is its output, so the log beside it has the rest. */
export function log(line: string): void {
  writeAll(2, Buffer.from(`${line}\n`));
}
