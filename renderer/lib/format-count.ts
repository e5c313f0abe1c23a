// Made once: `toLocaleString` makes one for each number, which takes longer than all else about it.
const numbers = new Intl.NumberFormat('en');

/** A number as people read it: `48,213`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** `1 step`, `1,204 steps`; a word with another plural brings it along. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
