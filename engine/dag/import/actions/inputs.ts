import { isMap, isSeq, YAMLMap, type Node } from 'yaml';
import { pairOf, textOf } from './steps-of.ts';

/** The settings of an action (`with`), each of which is taken once; what nothing takes is left. */
export class Inputs {
  readonly #map: YAMLMap;

  constructor(given: unknown) {
    this.#map = isMap(given) ? given : new YAMLMap();
  }

  /** The node of a setting; undefined where there is none. */
  take(...keys: readonly string[]): Node | undefined {
    for (const key of keys) {
      const pair = pairOf(this.#map, key);
      if (pair === undefined) continue;
      this.#map.items.splice(this.#map.items.indexOf(pair), 1);
      // What a map of a text holds are nodes.
      return (pair.value as Node | null) ?? undefined;
    }
    return undefined;
  }

  /** The text of a setting; empty where there is none. */
  text(...keys: readonly string[]): string {
    return textOf(this.take(...keys)) ?? '';
  }

  /** Whether a setting says this. It stays. */
  is(key: string, text: string): boolean {
    return this.look(key) === text;
  }

  /** The text of a setting, which stays; empty where there is none. */
  look(key: string): string {
    return textOf(pairOf(this.#map, key)?.value) ?? '';
  }

  /** A setting that is true or false; one that is anything else is left. */
  flag(key: string, usual: 'true' | 'false' = 'false'): boolean {
    const text = textOf(pairOf(this.#map, key)?.value) ?? usual;
    if (text === 'true' || text === 'false') this.take(key);
    return text === 'true';
  }

  /** The words of a setting that is a list, or one text. */
  words(key: string): readonly string[] {
    const node = this.take(key);
    const text = textOf(node);
    if (text !== null) return [text];
    return isSeq(node) ? node.items.map((item) => textOf(item) ?? '') : [];
  }

  /** What is left, as a map with its comments; undefined where nothing is. */
  rest(): YAMLMap | undefined {
    return this.#map.items.length === 0 ? undefined : this.#map;
  }

  /** The names of what is left. */
  names(): readonly string[] {
    return this.#map.items.map(({ key }) => textOf(key) ?? '');
  }
}

/** What is said of settings that nothing took. */
export function leftOver(inputs: Inputs): readonly string[] {
  return inputs.names().map((name) => `\`${name}\` in \`with\` has no counterpart here`);
}

/** Puts pairs where the key stands, and takes the key and others away. */
export function replaceKeys(
  map: YAMLMap,
  [key, ...others]: readonly [string, ...string[]],
  pairs: YAMLMap['items'],
): void {
  const pair = pairOf(map, key);
  if (pair === undefined) return;
  map.items.splice(map.items.indexOf(pair), 1, ...pairs);
  for (const other of others) map.delete(other);
}
