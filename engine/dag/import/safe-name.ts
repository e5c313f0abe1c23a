const LONGEST = 40;

type Shorten = (name: string, most: number) => string;

/**
 * A name that is like this one and that nothing else has, which it is then known to have.
 *
 * @param taken Names in lower case: files of names that differ by case would be one on some disks.
 */
export function uniqueName(
  written: string,
  taken: Set<string>,
  shorten: Shorten = safeName,
): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`;
    const name = shorten(written, LONGEST - end.length) + end;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

/** Letters without their marks, and dashes for what a name cannot have. */
function safeName(written: string, most: number): string {
  const plain = written.normalize('NFKD').replace(/\p{M}/gu, '');
  const name = plain.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^[-.]+/, '');
  return name.slice(0, most).replace(/[-.]+$/, '') || 'dag';
}
