/**
 * Variable of a step's commands, inherited by all that they start: what has taken a session of its own is found by it.
 * A program that is started without it is on its own.
 */
const COOKIE = 'DAGWRIGHT_STEP_COOKIE';

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
  const key = `\0${COOKIE}=`;
  const text = `\0${variables}`;
  const at = text.indexOf(key);
  const end = text.indexOf('\0', at + key.length);
  return at === -1 || end === -1 ? null : text.slice(at + key.length, end);
}

/** The same where a system shows them behind the command line, with blanks between them. */
export function cookieInLine(line: string): string | null {
  return new RegExp(` ${COOKIE}=(\\w+)(?= |$)`).exec(line)?.[1] ?? null;
}
