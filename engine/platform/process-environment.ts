type Environment = Readonly<Record<string, string>>;

/** What a process can be given. */
export interface ProcessEnvironment {
  readonly env: Environment;
  /** Names of variables that were too long to be given and that nothing asked for. */
  readonly leftOut: readonly string[];
}

// Linux refuses a longer one with an error that names nothing.
const LONGEST_VARIABLE = 128 * 1024 - 1;

/** What a run is given as a whole, which may be longer than any variable. */
const givenWhole = ['WEBHOOK_PAYLOAD', 'SVC_PARAMS_JSON'];

/**
 * The environment of a process. What a run was given as a whole is left out where it is too long and none of the texts that
 * are executed names it. Paths into a payload (`${WEBHOOK_PAYLOAD.a.b}`) have become variables of their own by then, so a
 * big payload can be read in parts.
 *
 * @throws Error that names a variable which no process can be given.
 */
export function processEnvironment(env: Environment, texts: readonly string[]): ProcessEnvironment {
  const leftOut = givenWhole.filter(
    (name) => isTooLong(name, env[name] ?? '') && !texts.some((text) => text.includes(name)),
  );
  const given = leftOut.length === 0 ? env : without(env, leftOut);
  check(given);
  return { env: given, leftOut };
}

function without(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

function check(env: Environment): void {
  for (const [name, value] of Object.entries(env)) {
    if (isTooLong(name, value) && process.platform === 'linux') {
      throw new Error(
        `The variable ${name} is too long for a process: ${bytesOf(name, value)} bytes, and the system takes ${LONGEST_VARIABLE}. Write it to a file instead.`,
      );
    }
    if (value.includes('\0') || name.includes('\0')) {
      throw new Error(`The variable ${name} holds a NUL character, which no process can be given.`);
    }
  }
}

function isTooLong(name: string, value: string): boolean {
  return bytesOf(name, value) > LONGEST_VARIABLE;
}

/** Of `NAME=value`. */
function bytesOf(name: string, value: string): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value) + 1;
}
