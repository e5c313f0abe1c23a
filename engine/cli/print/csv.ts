/** Comma-separated values (RFC 4180), one record a line. */
export function csv(records: readonly (readonly string[])[]): string {
  return records.map((fields) => `${fields.map(field).join(',')}\r\n`).join('');
}

function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
