/** A DAG of the one step `s`, which transfers something. */
export function transferOf(
  config: Readonly<Record<'direction' | 'source' | 'destination', string>>,
  more = '',
): string {
  return `steps:\n  - {name: s, type: sftp, config: ${JSON.stringify(config)}${more}}\n`;
}
