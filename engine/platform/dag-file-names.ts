/** What a definition may end with; of `a.yaml` and `a.yml` the first counts. */
export const dagExtensions = ['.yaml', '.yml'] as const;

/** The name without `.yaml` or `.yml`. */
export function stemOf(fileName: string): string {
  const extension = dagExtensions.find((end) => fileName.endsWith(end));
  return extension === undefined ? fileName : fileName.slice(0, -extension.length);
}

/** Whether a file of this name holds a definition. */
export function isDagFile(name: string): boolean {
  return !isHidden(name) && stemOf(name) !== name;
}

/** Drafts and what editors leave: the list, the search and whoever asks by name see nothing of them. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}
