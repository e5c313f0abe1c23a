import { takingValues, valuesOf } from './option-lists.ts';
import type { CommandModel } from './command-model.ts';

/** Completion for bash 4 and later. */
export function bashScript(models: readonly CommandModel[]): string {
  return `# Completion of dagwright for bash: source <(dagwright completion bash)
${walk}
_dagwright_commands() {
  case $1 in
${cases(models, ({ commands }) => print(commands.map(({ name }) => name)))}
  esac
}

_dagwright_options() {
  case $1 in
${cases(models, ({ options }) => print(options.flatMap(({ names }) => names)))}
  esac
}

_dagwright_takes() {
  case $1 in
    ${takingValues(models).map(quote).join(' | ')}) return 0 ;;
  esac
  return 1
}

_dagwright_values() {
  case $1 in
${valuesOf(models)
  .map(({ at, choices }) => `    ${quote(at)}) ${print(choices)} ;;`)
  .join('\n')}
  esac
}

_dagwright_argument() {
  case $at in
${cases(models, argument)}
  esac
}

complete -F _dagwright dagwright
`;
}

/** Finds the command among the words so far, then what can stand in the place of the last. */
const walk = `_dagwright() {
  local at='' previous='' given=0 word i
  local settings=() current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $previous ]]; then
      [[ $word == = ]] && continue
      [[ $previous == --home || $previous == --config || $previous == -c ]] &&
        settings+=("$previous" "$word")
      previous=''
    elif [[ $word == -- ]]; then
      return
    elif [[ $word == -* ]]; then
      _dagwright_takes "$at:$word" && previous=$word
    elif _dagwright_commands "$at" | grep -qxF -- "$word"; then
      at="\${at:+$at }$word"
    else
      given=$((given + 1))
    fi
  done
  [[ $current == = ]] && current=''

  local found=''
  if [[ -n $previous ]]; then
    found=$(_dagwright_values "$at:$previous")
    [[ -z $found ]] && compopt -o default
  elif [[ $current == -* ]]; then
    found=$(_dagwright_options "$at")
  elif ((given == 0)); then
    found=$(_dagwright_commands "$at")
    [[ -z $found ]] && _dagwright_argument
  fi
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$found" -- "$current"))
}

_dagwright_ask() {
  found=$("\${COMP_WORDS[0]}" "\${settings[@]}" __complete "$1" 2>/dev/null)
}
`;

function cases(
  models: readonly CommandModel[],
  body: (model: CommandModel) => string | null,
): string {
  return models
    .flatMap((model) => {
      const text = body(model);
      return text === null ? [] : [`    ${quote(model.path)}) ${text} ;;`];
    })
    .join('\n');
}

function argument({ argument: of }: CommandModel): string | null {
  if (of.kind === 'none') return null;
  if (of.kind === 'files') return 'compopt -o default';
  if (of.kind === 'words') return `found=$(${print(of.words) ?? ':'})`;
  return `_dagwright_ask ${of.kind}${of.alsoFiles ? '; compopt -o default' : ''}`;
}

function print(words: readonly string[]): string | null {
  return words.length === 0 ? null : `printf '%s\\n' ${words.map(quote).join(' ')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
