/** The name of a definition without the ending of its file. */
export function stemOf(name: string): string {
  return name.replace(/\.ya?ml$/i, '');
}
