/** A command that runs another one: how many words of its own stand before that, and which of its options have a value. */
interface Wrapper {
  readonly operands: number;
  readonly valued: string;
}

const plain: Wrapper = { operands: 0, valued: '' };

const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { operands: 0, valued: 'ughpCTrt' },
  doas: { operands: 0, valued: 'uC' },
  su: { operands: 1, valued: 'gGsw' },
  runuser: { operands: 0, valued: 'ugGsw' },
  nice: { operands: 0, valued: 'n' },
  ionice: { operands: 0, valued: 'cnpPu' },
  chrt: { operands: 1, valued: 'TPD' },
  taskset: { operands: 1, valued: '' },
  env: { operands: 0, valued: 'uCS' },
  timeout: { operands: 1, valued: 'ks' },
  flock: { operands: 1, valued: 'wE' },
  lockrun: { operands: 0, valued: '' },
  setlock: { operands: 1, valued: '' },
  time: { operands: 0, valued: 'fo' },
  'systemd-cat': { operands: 0, valued: 'tp' },
  'systemd-run': { operands: 0, valued: 'pEuM' },
  'run-parts': { operands: 0, valued: 'au' },
  ...Object.fromEntries(
    [
      'exec',
      'nohup',
      'setsid',
      'chronic',
      'cronic',
      'run-one',
      'stdbuf',
      'xvfb-run',
      'command',
      'then',
      'else',
      'do',
    ].map((name) => [name, plain]),
  ),
};

const interpreter =
  /^(?:ba|da|z|k|c|tc|fi)?sh$|^(?:python|perl|node|ruby|php|java|deno|bun)[\d.]*$/;
/** What prepares a command and is not what it is for. */
const preparation =
  /^(?:cd|pushd|\.|source|export|set|umask|test|\[|\[\[|true|:|sleep|mkdir|if|fi|while|for|done|ulimit)$/;
/** A command of a line, and what separates it from the next one. */
const separator = /^(?:&&|\|\||;|\||&)$/;

/** The word of a command by which a person would call it: the program without what it is wrapped in; empty: there is none. */
export function programOfCommand(command: string): string {
  const commands = commandsOf(command);
  const work = commands.find(([first = '']) => first !== '' && !preparation.test(first));
  return work === undefined ? '' : programOf(work);
}

function programOf([first = '', ...rest]: readonly string[]): string {
  if (/^\w+=/.test(first)) return programOf(rest);
  const program = baseOf(first);
  const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  const isInterpreter = interpreter.test(program);
  if (wrapper === undefined && !isInterpreter) return first;
  const inner = textAfter(rest, '-c');
  if (inner !== undefined && !/^(?:python|perl|php)/.test(program)) return programOfCommand(inner);
  const left = withoutOptions(rest, wrapper ?? plain);
  return left.length === 0 ? first : programOf(left);
}

/** The text behind an option that is, or ends with, the letter: `-c`, `-lc`. */
function textAfter(words: readonly string[], option: string): string | undefined {
  const at = words.findIndex((word) => /^-[a-z]*$/.test(word) && word.endsWith(option.slice(1)));
  return at === -1 ? undefined : words[at + 1];
}

function withoutOptions(
  words: readonly string[],
  { operands, valued }: Wrapper,
): readonly string[] {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) break;
    if (word.length === 2 && word !== '--' && valued.includes(word.slice(1))) at += 1;
  }
  return words.slice(at + operands);
}

/** The commands of a line, each as its words without their quotes. */
function commandsOf(line: string): readonly (readonly string[])[] {
  const spaced = line.replace(
    /("[^"]*"|'[^']*')|(&&|\|\||[;|(){}]|(?<![<>\d])&(?!\d|>))/g,
    '$1 $2 ',
  );
  const commands: string[][] = [[]];
  for (const [word] of spaced.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (separator.test(word)) commands.push([]);
    else if (!/^[(){}!]$/.test(word)) commands.at(-1)?.push(word.replace(/^(["'])(.*)\1$/, '$2'));
  }
  return commands;
}

/** The name of a program without its folder. */
export function baseOf(program: string): string {
  return program.replace(/^.*\//, '');
}
