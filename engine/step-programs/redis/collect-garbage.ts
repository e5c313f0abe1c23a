import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** V8 lets some 100 MB of bytes lie that objects stood for, since the objects are small. */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

/** Only what is made after the flag is set has it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  // What lists took is given back as well.
  const all = `{ type: 'major', execution: 'sync', flavor: 'last-resort' }`;
  return runInNewContext(`() => gc(${all})`) as () => void;
}
