type Environment = Readonly<Record<string, string>>;

/** What a process can be given. */
export interface ProcessEnvironment {
  readonly env: Environment;
  /** Variables that could not be given and that nothing asked for. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly name: string;
  /** In words for a person. */
  readonly reason: string;
}

/** All text that is executed. */
export interface ExecutedText {
  /** Programs with their arguments. */
  readonly commands: readonly (readonly string[])[];
  readonly scripts: readonly string[];
}

// Linux refuses a longer one with an error that names nothing.
const LONGEST_VARIABLE = 128 * 1024 - 1;

/** What a system takes of variables and arguments together, less what a step may give to programs of its own. */
const MAX_BYTES = (process.platform === 'linux' ? 2048 : 1024) * 1024 - 128 * 1024;

/** What nearly every program needs and hardly a command names. */
const alwaysGiven = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'SHELL']);

/**
 * The environment of a process. A variable that no process can be given is left out where none of the texts that are
 * executed names it; so are the longest ones where all are too much together. Paths into a value (`${OUT.a.b}`) have
 * become variables of their own by then, so a big one can be read in parts.
 *
 * @throws Error that names a variable or a program whose argument no process can be given.
 */
export function processEnvironment(env: Environment, executed: ExecutedText): ProcessEnvironment {
  const named = namedIn([...executed.commands.flat(), ...executed.scripts]);
  const isUnnamed = (name: string): boolean => !alwaysGiven.has(name) && !named(name);
  const unfit = unfitOf(env, isUnnamed);
  const fit = without(env, unfit);
  check(fit);
  checkArguments(executed);
  const excess = excessOf(fit, MAX_BYTES - argumentBytes(executed), isUnnamed);
  return { env: without(fit, excess), leftOut: [...unfit, ...excess] };
}

function unfitOf(env: Environment, isUnnamed: (name: string) => boolean): readonly LeftOut[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const reason = holdsNul(name, value)
      ? 'it contains a NUL character'
      : isTooLong(name, value) && 'too long for a process';
    return reason !== false && isUnnamed(name) ? [{ name, reason }] : [];
  });
}

/** The longest variables that have to go. */
function excessOf(
  env: Environment,
  most: number,
  isUnnamed: (name: string) => boolean,
): readonly LeftOut[] {
  const sizes = Object.entries(env).map(([name, value]) => [name, bytesOf(name, value)] as const);
  let bytes = sizes.reduce((sum, [, size]) => sum + size + OVERHEAD, 0);
  const left: LeftOut[] = [];
  for (const [name, size] of bytes > most ? sizes.sort((a, b) => b[1] - a[1]) : []) {
    if (bytes <= most) break;
    if (!isUnnamed(name)) continue;
    left.push({ name, reason: 'too long for a process together with the others' });
    bytes -= size + OVERHEAD;
  }
  if (bytes <= most) return left;
  const [[longest, size] = ['', 0]] = sizes;
  throw new Error(
    `The environment variables are too long for a process: ${bytes} bytes, more than the limit of ${Math.max(most, 0)}. The longest is ${longest} with ${size} bytes. ${insteadOf(longest)}`,
  );
}

const insteadOf = (name: string): string =>
  `Write it to a file instead, or name a part of it, such as \${${name}.key} of JSON.`;

/** The system adds a byte and a pointer to each text. */
const OVERHEAD = 9;

/** Of the longest command; each one is a process. */
function argumentBytes({ commands }: ExecutedText): number {
  return commands.reduce((most, words) => {
    const bytes = words.reduce((sum, word) => sum + Buffer.byteLength(word) + OVERHEAD, 0);
    return Math.max(most, bytes);
  }, 0);
}

/** Tells which names stand in the texts as words of their own, for a name may be as short as a letter. */
function namedIn(texts: readonly string[]): (name: string) => boolean {
  let words: ReadonlySet<string> | undefined;
  return (name) => {
    if (/^\w+$/.test(name)) {
      // Collected once and late: there may be thousands of variables, and mostly nobody asks.
      words ??= new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
      return words.has(name);
    }
    const asWord = new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`);
    return texts.some((text) => text.includes(name) && asWord.test(text));
  };
}

function without(env: Environment, leftOut: readonly LeftOut[]): Environment {
  if (leftOut.length === 0) return env;
  const names = new Set(leftOut.map(({ name }) => name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
}

function check(env: Environment): void {
  for (const [name, value] of Object.entries(env)) {
    if (isTooLong(name, value) && process.platform === 'linux') {
      throw new Error(
        `The variable ${name} is too long for a process: ${bytesOf(name, value)} bytes, more than the limit of ${LONGEST_VARIABLE}. ${insteadOf(name)}`,
      );
    }
    if (holdsNul(name, value)) {
      throw new Error(
        `The variable ${name} contains a NUL character, which a process cannot receive.`,
      );
    }
  }
}

function checkArguments({ commands }: ExecutedText): void {
  for (const [program = '', ...words] of process.platform === 'linux' ? commands : []) {
    const bytes = words.reduce((most, word) => Math.max(most, Buffer.byteLength(word)), 0);
    if (bytes <= LONGEST_VARIABLE) continue;
    throw new Error(
      `An argument of ${program} is too long for a process: ${bytes} bytes, more than the limit of ${LONGEST_VARIABLE}. Use a script or a file instead.`,
    );
  }
}

function holdsNul(name: string, value: string): boolean {
  return value.includes('\0') || name.includes('\0');
}

function isTooLong(name: string, value: string): boolean {
  return bytesOf(name, value) > LONGEST_VARIABLE;
}

/** Of `NAME=value`. */
function bytesOf(name: string, value: string): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value) + 1;
}
