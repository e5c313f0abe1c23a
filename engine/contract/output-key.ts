/** Key of an output at the outputs endpoint: `ROW_COUNT` is `rowCount`, `myVar` stays. */
export function outputKey(name: string): string {
  const words = name.split('_').filter((word) => word !== '');
  if (words.length === 0) return name;
  return words
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word, index) => changeFirst(word, index === 0))
    .join('');
}

function changeFirst(word: string, lower: boolean): string {
  const first = word.charAt(0);
  return (lower ? first.toLowerCase() : first.toUpperCase()) + word.slice(1);
}
