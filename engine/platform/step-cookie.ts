/**
 * Variable of a step's commands, inherited by all that they start: what has taken a session of its own is found by it.
 * A program that is started without it is on its own.
 */
export const COOKIE = 'DAG_STEP_COOKIE';

/** The last is that of steps which an engine of an earlier version has started, and left running. */
const NAMES = [COOKIE, 'DAGWRIGHT_STEP_COOKIE'];

/** Gives the cookie to what a launcher starts from here on; the launcher and its helpers carry none. */
export function exportCookie(nonce: string): string {
  return `export ${COOKIE}=${nonce}`;
}

/** The same for a command that the engine starts itself. */
export function withCookie(
  env: Readonly<Record<string, string>>,
  nonce: string,
): Record<string, string> {
  return { ...env, [COOKIE]: nonce };
}

/** The cookie in the variables of a process, each of which ends with a zero byte; null for a process of no step. */
export function cookieIn(variables: string): string | null {
  const text = `\0${variables}`;
  for (const name of NAMES) {
    const key = `\0${name}=`;
    const at = text.indexOf(key);
    const end = text.indexOf('\0', at + key.length);
    if (at !== -1 && end !== -1) return text.slice(at + key.length, end);
  }
  return null;
}

/** The same where a system shows them behind the command line, with blanks between them. */
export function cookieInLine(line: string): string | null {
  return new RegExp(` (?:${NAMES.join('|')})=(\\w+)(?= |$)`).exec(line)?.[1] ?? null;
}
