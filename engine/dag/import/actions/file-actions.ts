import type { Inputs } from './inputs.ts';
import { leftOver } from './inputs.ts';
import { inQuotes, pathWord } from './shell-words.ts';
import type { TurnedAction } from './turned-action.ts';

type FileAction = (inputs: Inputs) => readonly string[];

/** What work on files amounts to in a shell: commands of which each goes on only after the one before. */
const actions: Readonly<Record<string, FileAction>> = {
  'file.read': (inputs) => {
    const path = pathWord(inputs.text('path'));
    const most = Number(inputs.text('max_bytes'));
    return [...(most > 0 ? [`test "$(wc -c < ${path})" -le ${most}`] : []), `cat -- ${path}`];
  },
  'file.write': writeFile,
  'file.copy': copyFile,
  'file.move': (inputs) => {
    const { source, destination, before } = placesOf(inputs);
    inputs.take('recursive');
    return [...before, `mv -f -- ${source} ${destination}`];
  },
  'file.delete': (inputs) => {
    const path = pathWord(inputs.text('path'));
    const remove = `rm ${inputs.flag('recursive') ? '-rf' : '-f'} -- ${path}`;
    const isThere = `{ test -e ${path} || test -L ${path}; }`;
    return inputs.flag('missing_ok') ? [remove] : [isThere, remove];
  },
  'file.mkdir': (inputs) => {
    const path = pathWord(inputs.text('path'));
    const mode = inputs.text('mode');
    const make = `(umask 027 && mkdir -p -- ${path})`;
    return mode === '' ? [make] : [make, `chmod ${modeWord(mode)} -- ${path}`];
  },
};

/** Commands in place of work on files; null: it is no such action, or one whose answer is JSON of its own. */
export function turnFileAction(name: string, inputs: Inputs): TurnedAction | null {
  const commandsOf = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (commandsOf === undefined) return null;
  // These happen anyway.
  if (inputs.is('dry_run', 'false')) inputs.take('dry_run');
  if (inputs.is('format', 'raw')) inputs.take('format');
  if (inputs.is('follow_symlinks', 'false')) inputs.take('follow_symlinks');
  const text = inputs.look('content');
  const command = commandsOf(inputs).join(' && ');
  const keys = {
    type: 'shell',
    shell: 'sh',
    [command.includes('\n') ? 'script' : 'command']: command,
  };
  const prints = name === 'file.read' ? {} : { prints: PRINTS };
  return { keys, text, problems: leftOver(inputs), ...prints };
}

const PRINTS = 'The step printed JSON that tells what it has done. Here it prints nothing.';

function writeFile(inputs: Inputs): readonly string[] {
  const path = pathWord(inputs.text('path'));
  const mode = modeWord(inputs.text('mode') || '0600');
  const print = `printf '%s' "${inQuotes(inputs.text('content'))}"`;
  const isAtomic = inputs.flag('atomic', 'true');
  const before = inputs.flag('create_dirs') ? [makeFolderOf(path)] : [];
  if (!inputs.flag('overwrite'))
    return [...before, `(umask 077 && set -C && ${print} > ${path})`, `chmod ${mode} -- ${path}`];
  if (!isAtomic) return [...before, `${print} > ${path}`];
  const draft = `draft=$(mktemp -- ${path}.XXXXXX)`;
  const move = `{ test ! -d ${path} && mv -f -- "$draft" ${path} || { rm -f -- "$draft"; false; }; }`;
  return [...before, draft, `${print} > "$draft"`, `chmod ${mode} -- "$draft"`, move];
}

function copyFile(inputs: Inputs): readonly string[] {
  const { source, destination, before } = placesOf(inputs, inputs.is('recursive', 'true'));
  if (!inputs.flag('recursive')) return [...before, `cp -P -- ${source} ${destination}`];
  const folder = `mkdir -p -- ${destination} && cp -RP -- ${source}/. ${destination}/`;
  return [
    ...before,
    `if test -d ${source}; then ${folder}; else cp -P -- ${source} ${destination}; fi`,
  ];
}

/** From where to where, and what must hold before: nothing is put into a folder that has the name. */
function placesOf(inputs: Inputs, mayBeFolder = false) {
  const source = pathWord(inputs.text('source'));
  const destination = pathWord(inputs.text('destination'));
  const isFree = `test ! -e ${destination} && test ! -L ${destination}`;
  const isReplaced = inputs.flag('overwrite');
  const isNoFolder = mayBeFolder ? [] : [`test ! -d ${destination}`];
  const folder = inputs.flag('create_dirs') ? [makeFolderOf(destination)] : [];
  return { source, destination, before: [...(isReplaced ? isNoFolder : [isFree]), ...folder] };
}

const makeFolderOf = (path: string): string => `(umask 027 && mkdir -p -- "$(dirname -- ${path})")`;

const modeWord = (mode: string): string => (/^[0-7]+$/.test(mode) ? mode : `"${inQuotes(mode)}"`);
