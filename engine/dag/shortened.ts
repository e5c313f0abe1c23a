const MAX_CHARACTERS = 200;

/** Text of any length for a message: on one line, and no longer than 200 characters. */
export function shortened(text: string): string {
  const line = text
    .slice(0, MAX_CHARACTERS + 1)
    .replace(/[\n\r\t]/g, (sign) => escapes[sign] ?? sign);
  if (line.length <= MAX_CHARACTERS) return line;
  // Half of a character would be shown as damage.
  return `${line.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
