import { writeSync } from 'node:fs';

/** A file below this is there before anybody asks. */
const WORTH_TELLING = 64 * 1024 * 1024;
const STEPS = 10;

/** Says now and then in the log how far a large object has come. */
export function progressOf(key: string, size: number): (bytes: number) => void {
  let told = 0;
  return (bytes) => {
    const tenths = size < WORTH_TELLING ? 0 : Math.floor((STEPS * bytes) / size);
    if (tenths <= told) return;
    told = tenths;
    writeSync(2, `${key}: ${tenths * STEPS} % of ${size} bytes\n`);
  };
}
