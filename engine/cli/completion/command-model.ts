import type { Argument, Command, Option } from 'commander';

/** A command as a shell completes it. */
export interface CommandModel {
  /** Words behind the program's name, with blanks between; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  /** Names of the commands below it. */
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionModel[];
  /** What its first argument is. */
  readonly argument: ArgumentModel;
}

export interface OptionModel {
  /** Such as `-r` and `--run-id`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly value: 'none' | 'any' | 'optional';
  /** What the value can be; empty where anything can. */
  readonly choices: readonly string[];
}

export type ArgumentModel =
  /** What `dagwright __complete` prints; `alsoFiles`: or a path. */
  | { readonly kind: 'dags' | 'keys'; readonly alsoFiles: boolean }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' }
  | { readonly kind: 'none' };

/** Every command that help shows, the program first. Read from what commander knows, so that none can be forgotten. */
export function modelOf(program: Command): readonly CommandModel[] {
  return modelBelow(program, '', []);
}

function modelBelow(command: Command, path: string, inherited: readonly Option[]): CommandModel[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const options = [...help.visibleOptions(command), ...inherited];
  const model: CommandModel = {
    path,
    description: firstSentence(command.description()),
    commands: below.map((one) => ({
      name: one.name(),
      description: firstSentence(one.description()),
    })),
    options: options.map(optionModel),
    argument: argumentModel(command.registeredArguments[0]),
  };
  // What the program takes, its commands take as well; its version it shows alone.
  const handed = [...inherited, ...command.options.filter(({ long }) => long !== '--version')];
  const names = below.filter((one) => one.name() !== 'help');
  return [
    model,
    ...names.flatMap((one) => modelBelow(one, `${path} ${one.name()}`.trim(), handed)),
  ];
}

function optionModel(option: Option): OptionModel {
  const { short, long, description, argChoices = [] } = option;
  return {
    names: [short, long].filter((name) => name !== undefined),
    description: firstSentence(description),
    value: option.required ? 'any' : option.optional ? 'optional' : 'none',
    choices: argChoices,
  };
}

function argumentModel(argument: Argument | undefined): ArgumentModel {
  if (argument === undefined) return { kind: 'none' };
  const { argChoices, description } = argument;
  if (argChoices) return { kind: 'words', words: argChoices };
  const name = argument.name();
  if (name === 'key') return { kind: 'keys', alsoFiles: false };
  if (/\bDAG\b/.test(description) && (name === 'dag' || name === 'name')) {
    return { kind: 'dags', alsoFiles: description.includes('YAML file') };
  }
  return { kind: name === 'file' ? 'files' : 'none' };
}

function firstSentence(text: string): string {
  return text.split(/[.;\n]/, 1)[0] ?? '';
}
