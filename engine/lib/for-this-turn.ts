/** Shorter texts are made anew as fast as they are found. */
const SHORT = 256;

/**
 * A function that remembers what it made of a text until the turn of the event loop ends: what is asked of one large text
 * a thousand times is made once, and nothing of it stays in memory.
 */
export function forThisTurn<V>(make: (text: string) => V): (text: string) => V {
  const made = new Map<string, { readonly value: V }>();
  return (text) => {
    if (text.length < SHORT) return make(text);
    const known = made.get(text) ?? { value: make(text) };
    if (made.size === 0) setImmediate(() => made.clear());
    made.set(text, known);
    return known.value;
  };
}
