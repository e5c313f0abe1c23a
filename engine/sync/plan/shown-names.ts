const MAX_SHOWN = 200;

/** A path for a sentence: what is odd in it is seen, and a long one has an end. */
export function shownPath(path: string): string {
  const short = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path;
  return isPlain(short) ? short : JSON.stringify(short);
}

const isPlain = (text: string): boolean => /^[^\p{C}\ufffd\\"]*$/u.test(text);

const MAX_NAMED = 5;

/** Names for a sentence, of many the first ones. */
export function namesOfSome(names: readonly string[]): string {
  const some = names.slice(0, MAX_NAMED).map(shownPath).join(', ');
  const left = names.length - MAX_NAMED;
  return left > 0 ? `${some} and ${left} more` : some;
}
