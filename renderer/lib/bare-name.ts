/** The name of a DAG's file without its extension, by which addresses and other DAGs call it. */
export function bareName(fileName: string): string {
  return fileName.replace(/\.ya?ml$/, '');
}
