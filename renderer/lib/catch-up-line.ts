const KEY = 'catchup_window';
const USUAL = '6h';

/** Where the value of `catchup_window` stands in a definition, 1-based; nothing where it is not set. */
export function catchUpPlace(text: string): { line: number; column: number } | undefined {
  const lines = text.split('\n');
  const index = lines.findIndex((line) => line.startsWith(`${KEY}:`));
  if (index < 0) return undefined;
  const before = /^\w+: */.exec(lines[index] ?? '')?.[0] ?? '';
  return { line: index + 1, column: before.length + 1 };
}

/** The definition with a catch-up window below its schedule; unchanged where no line begins with `schedule:`. */
export function withCatchUpWindow(text: string): string {
  const lines = text.split('\n');
  const schedule = lines.findIndex((line) => line.startsWith('schedule:'));
  if (schedule < 0) return text;
  const at = endOfValue(lines, schedule);
  const end = lines[schedule]?.endsWith('\r') ? '\r' : '';
  return lines.toSpliced(at, 0, `${KEY}: ${USUAL}${end}`).join('\n');
}

/** The line behind the value of a key at the margin. Comments above the next key are that one's. */
function endOfValue(lines: readonly string[], key: number): number {
  // Dashes of a list may stand at the margin; three of them begin the next document.
  const next = lines.findIndex((line, index) => index > key && /^(?:[^\s#-]|---)/.test(line));
  let end = next < 0 ? lines.length : next;
  while (end > key + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}
