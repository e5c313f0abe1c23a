import { TemplateError, templateParts, textAt } from '../custom/fill-template.ts';
import { leftOver, type Inputs } from './inputs.ts';
import { inQuotes, literally, pathWord } from './shell-words.ts';
import type { TurnedAction } from './turned-action.ts';

/** A text that is made of values: a command that prints it, or writes it to a file. */
export function renderTemplate(inputs: Inputs): TurnedAction {
  const template = inputs.text('template');
  const data = inputs.take('data');
  const output = inputs.text('output');
  try {
    const all = templateParts(template, '.');
    const parts = all.map((part) =>
      'text' in part ? literally(part.text) : inQuotes(textAt(data, part)),
    );
    const text = all.map((part) => ('text' in part ? '' : textAt(data, part))).join(' ');
    const print = `printf '%s' "${parts.join('')}"`;
    const path = pathWord(output);
    const write = `mkdir -p -- "$(dirname -- ${path})" && ${print} > ${path}`;
    const keys = { type: 'shell', shell: 'sh', script: output === '' ? print : write };
    return { keys, text, problems: leftOver(inputs) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { keys: { command: 'true' }, problems: [problemOf(error.message)] };
  }
}

const problemOf = (why: string): string =>
  `The template has no counterpart here, since ${why}: print the text with \`cat <<EOF\` in a shell step, where \`\${NAME}\` is filled in`;
