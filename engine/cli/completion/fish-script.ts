import type { CommandModel, OptionModel } from './command-model.ts';
import { takingValues } from './option-lists.ts';

/** Completion for fish, with descriptions. */
export function fishScript(models: readonly CommandModel[]): string {
  const paths = models.map(({ path }) => path).filter((path) => path !== '');
  return `# Completion of dagwright for fish: dagwright completion fish | source
set -g __dagwright_commands ${paths.map(quote).join(' ')}
set -g __dagwright_takes ${takingValues(models).map(quote).join(' ')}

# Whether the words so far are this command, and no more arguments than that.
function __dagwright_at
    set -l at ''
    set -l given 0
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case '-*'
                contains -- "$at:$word" $__dagwright_takes; and set skip 1
            case '*'
                set -l next (string trim -- "$at $word")
                if contains -- $next $__dagwright_commands
                    set at $next
                else
                    set given (math $given + 1)
                end
        end
    end
    test "$at" = "$argv[1]"; or return 1
    test -z "$argv[2]"; or test $given -le $argv[2]
end

function __dagwright_ask
    set -l words (commandline -opc)
    set -l settings
    for option in --home --config -c
        set -l index (contains -i -- $option $words)
        and set -a settings $option $words[(math $index + 1)]
    end
    $words[1] $settings __complete $argv[1] 2>/dev/null
end

complete -c dagwright -f
${models.flatMap(completionsOf).join('\n')}
`;
}

function completionsOf(model: CommandModel): string[] {
  const { path, commands, options } = model;
  return [
    ...commands.map(
      ({ name, description }) => `${at(path, 0)} -a ${quote(name)} -d ${quote(description)}`,
    ),
    ...options.map((option) => `${at(path)} ${optionWords(option)}`),
    ...argumentOf(model),
  ];
}

function at(path: string, most?: number): string {
  const call = `__dagwright_at ${quote(path)}${most === undefined ? '' : ` ${most}`}`;
  return `complete -c dagwright -n ${quote(call)}`;
}

function optionWords({ names, description, value, choices }: OptionModel): string {
  const words = names.map((name) =>
    name.startsWith('--') ? `-l ${quote(name.slice(2))}` : `-s ${quote(name.slice(1))}`,
  );
  const files = value === 'any' && choices.length === 0 ? ['-r', '-F'] : [];
  const list =
    choices.length === 0 ? [] : [value === 'any' ? '-x' : '', `-a ${quote(choices.join(' '))}`];
  return [...words, ...files, ...list, `-d ${quote(description)}`].filter(Boolean).join(' ');
}

function argumentOf({ path, commands, argument: of }: CommandModel): string[] {
  if (commands.length > 0 || of.kind === 'none') return [];
  if (of.kind === 'files') return [`${at(path)} -F`];
  if (of.kind === 'words') return [`${at(path, 0)} -a ${quote(of.words.join(' '))}`];
  return [
    `${at(path, 0)} -a ${quote(`(__dagwright_ask ${of.kind})`)}`,
    ...(of.alsoFiles ? [`${at(path, 0)} -F`] : []),
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
