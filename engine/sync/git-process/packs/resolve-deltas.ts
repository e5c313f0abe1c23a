import { nextTurn } from '../../../lib/next-turn.ts';
import { objectId } from '../loose-objects.ts';
import { notSound } from './inflate.ts';
import type { PackReader } from './pack-reader.ts';
import type { Scanned } from './scan-pack.ts';

/** Objects between two turns of the loop. */
const TURN = 500;

interface Known {
  readonly objects: readonly Scanned[];
  /** Where those begin whose ids are known. */
  readonly places: Map<string, number>;
  readonly reader: PackReader;
}

/**
 * Finds the ids of objects that are made of others: each after the one that it is made of, which is at hand then. What is too
 * large to be held keeps none, nor does what is made of it.
 *
 * @returns Whether all have an id now.
 */
export async function resolveDeltas(
  { objects, places, reader }: Known,
  progress: (done: number, total: number) => void,
): Promise<boolean> {
  const deltas = objects.filter(({ head }) => head.type === null);
  const made = Map.groupBy(deltas, ({ head }) => head.base);
  const waiting = objects.filter(({ oid }) => oid !== null);
  let [done, left] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { oid, offset } = next;
    for (const delta of [...(made.get(offset) ?? []), ...(made.get(oid) ?? [])]) {
      if (delta.oid !== null) continue;
      if (done++ % TURN === 0) {
        progress(done, deltas.length);
        await nextTurn();
      }
      const object = reader.objectAt(delta.offset);
      if (object === null) left += 1;
      else {
        delta.oid = objectId(object.type, object.bytes);
        places.set(delta.oid, delta.offset);
        waiting.push(delta);
      }
    }
  }
  const isWhole = deltas.every(({ oid }) => oid !== null);
  if (isWhole || left > 0) return isWhole;
  throw notSound('an object that a difference belongs to is missing');
}
