/** A word as a shell reads it back, with its variables. */
export function quotedWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${inQuotes(word)}"`;
}

/** A command that prints a text, with its variables. */
export function echoOf(message: string): string {
  return `printf '%s\\n' "${inQuotes(message)}"`;
}

/** A path as a shell reads it back, with its variables. Its `~` is that of the user. */
export function pathWord(path: string): string {
  const [, rest] = /^~(|\/.*)$/s.exec(path.trim()) ?? [];
  return rest === undefined ? quotedWord(path.trim()) : `"$HOME${inQuotes(rest)}"`;
}

/** A text between double quotes: variables are read, and nothing in it is run. `$1` and its kin are no variables here. */
export function inQuotes(text: string): string {
  return text.replace(/["\\`]|\$(?![A-Za-z_{])/g, '\\$&');
}

/** A text between double quotes that stays as it is. */
export const literally = (text: string): string => text.replace(/["\\`$]/g, '\\$&');

/** `1h30m`, `500ms` or a number of seconds, for `sleep`; any other text stays. */
export function secondsOf(duration: string): string {
  const parts = [...duration.matchAll(/([\d.]+)(ms|[smhd])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== duration) return duration;
  const seconds = parts.map(([, count, unit = '']) => Number(count) * (factors[unit] ?? 1));
  return String(seconds.reduce((sum, one) => sum + one, 0));
}

const factors: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };
