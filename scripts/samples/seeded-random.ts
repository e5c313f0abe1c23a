/** Chance that falls the same way each time, so that made data is the same to the byte on every machine. */
export interface SeededRandom {
  /** From 0 up to, and without, 1. */
  readonly fraction: () => number;
  /** A whole number between both, which are included. */
  readonly between: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  /** One of the values, each as often as its weight says. */
  readonly pick: <T>(weighted: readonly (readonly [value: T, weight: number])[]) => T;
}

export function seededRandom(seed: number): SeededRandom {
  const fraction = mulberry32(seed);
  return {
    fraction,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    chance: (probability) => fraction() < probability,
    pick(weighted) {
      const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
      let left = fraction() * total;
      const found = weighted.find(([, weight]) => (left -= weight) < 0) ?? weighted.at(-1);
      if (found === undefined) throw new Error('There is nothing to pick from.');
      return found[0];
    },
  };
}

/** A small generator in whole numbers of 32 bits: no floating point, so no machine rounds it otherwise. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
