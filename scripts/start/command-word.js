// @ts-check

/** Options before a command behind which a value stands, as engine/cli/program.ts has them. */
const takingValue = ['--home', '--config', '--url', '--token'];

/**
 * The command that a command line asks for; undefined: none. What stands behind it is its own, such as a DAG called `server`.
 * @param {readonly string[]} args
 */
export function commandWord(args) {
  return args.find((word, at) => !word.startsWith('-') && !takesNext(args[at - 1]));
}

/** @param {string | undefined} option */
function takesNext(option = '') {
  return takingValue.includes(option) || /^-[a-z]*c$/i.test(option);
}
