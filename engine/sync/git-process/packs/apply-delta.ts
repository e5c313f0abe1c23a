import { readSizes } from './entry-head.ts';
import { notSound } from './inflate.ts';

/** What a difference makes of an object (gitformat-pack(5), "Deltified representation"). It makes as much as it says, and no more. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const sizes = readSizes(delta);
  if (sizes.base !== base.length) throw notSound('a difference belongs to another object');
  const result = Buffer.allocUnsafe(sizes.result);
  let { at } = sizes;
  let made = 0;
  while (at < delta.length) {
    const order = delta[at++] ?? 0;
    if (order === 0) throw notSound('a difference has an unknown instruction');
    const isCopy = (order & 128) !== 0;
    let [from, length] = [at, order];
    if (isCopy) ({ from, length, at } = readCopy(delta, at, order));
    else at += length;
    const source = isCopy ? base : delta;
    if (from + length > source.length || made + length > result.length)
      throw notSound('a difference reaches beyond its object');
    source.copy(result, made, from, from + length);
    made += length;
  }
  if (made !== result.length) throw notSound('a difference makes less than it says');
  return result;
}

/** A size of 0 stands for this one. */
const USUAL_LENGTH = 0x10000;

/** Of the seven bytes of an offset and a size stand there those whose bit is set. */
function readCopy(
  delta: Buffer,
  start: number,
  order: number,
): { readonly from: number; readonly length: number; readonly at: number } {
  let at = start;
  const numberOf = (bits: readonly number[]): number =>
    bits.reduce(
      (sum, bit, index) => (order & (1 << bit) ? sum + (delta[at++] ?? 0) * 256 ** index : sum),
      0,
    );
  const from = numberOf([0, 1, 2, 3]);
  const length = numberOf([4, 5, 6]);
  return { from, length: length === 0 ? USUAL_LENGTH : length, at };
}
