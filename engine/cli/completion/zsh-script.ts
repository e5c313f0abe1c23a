import type { CommandModel } from './command-model.ts';
import { takingValues, valuesOf } from './option-lists.ts';

/** Completion for zsh, with descriptions. */
export function zshScript(models: readonly CommandModel[]): string {
  return `#compdef dagwright
# Completion of dagwright for zsh: source <(dagwright completion zsh), after compinit.
${walk}
_dagwright_commands() {
  found=()
  case $1 in
${cases(models, ({ commands }) =>
  commands.map(({ name, description }) => `${name}:${description}`),
)}
  esac
}

_dagwright_options() {
  case $1 in
${cases(models, ({ options }) =>
  options.flatMap(({ names, description }) => names.map((name) => `${name}:${description}`)),
)}
  esac
}

_dagwright_takes() {
  case $1 in
    (${takingValues(models).map(quote).join('|')}) return 0 ;;
  esac
  return 1
}

_dagwright_values() {
  case $1 in
${valuesOf(models)
  .map(({ at, choices }) => `    (${quote(at)}) ${fill(choices)} ;;`)
  .join('\n')}
  esac
}

_dagwright_argument() {
  case $at in
${models
  .flatMap((model) => {
    const text = argument(model);
    return text === null ? [] : [`    (${quote(model.path)}) ${text} ;;`];
  })
  .join('\n')}
  esac
}

# A folder of functions loads this file at the first completion, which it has to answer then.
if [[ \$funcstack[1] == _dagwright ]]; then
  _dagwright "$@"
else
  compdef _dagwright dagwright
fi
`;
}

/** Finds the command among the words so far, then what can stand in the place of the last. */
const walk = `_dagwright() {
  local at='' previous='' given=0 word i
  local -a settings found
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $previous ]]; then
      [[ $previous == (--home|--config|-c) ]] && settings+=("$previous" "$word")
      previous=''
    elif [[ $word == -- ]]; then
      return
    elif [[ $word == -*=* ]]; then
      continue
    elif [[ $word == -* ]]; then
      _dagwright_takes "$at:$word" && previous=$word
    else
      _dagwright_commands "$at"
      if ((\${found[(I)$word:*]})); then
        at="\${at:+$at }$word"
      else
        given=$((given + 1))
      fi
    fi
  done
  if [[ \${words[CURRENT]} == --*=* ]]; then
    previous=\${words[CURRENT]%%=*}
    compset -P '*='
  fi

  found=()
  if [[ -n $previous ]]; then
    _dagwright_values "$at:$previous"
    if ((\${#found})); then compadd -a found; else _files; fi
  elif [[ \${words[CURRENT]} == -* ]]; then
    _dagwright_options "$at"
    _describe -o 'option' found
  elif ((given == 0)); then
    _dagwright_commands "$at"
    if ((\${#found})); then _describe 'command' found; else _dagwright_argument; fi
  fi
}

_dagwright_ask() {
  found=(\${(f)"$(\${(Q)words[1]} $settings __complete $1 2>/dev/null)"})
  compadd -a found
}
`;

function cases(
  models: readonly CommandModel[],
  words: (model: CommandModel) => readonly string[],
): string {
  return models
    .filter((model) => words(model).length > 0)
    .map((model) => `    (${quote(model.path)}) ${fill(words(model))} ;;`)
    .join('\n');
}

function fill(words: readonly string[]): string {
  return `found=(${words.map(quote).join(' ')})`;
}

function argument({ argument: of }: CommandModel): string | null {
  if (of.kind === 'none') return null;
  if (of.kind === 'files') return '_files';
  if (of.kind === 'words') return `${fill(of.words)}; compadd -a found`;
  return `_dagwright_ask ${of.kind}${of.alsoFiles ? '; _files' : ''}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
