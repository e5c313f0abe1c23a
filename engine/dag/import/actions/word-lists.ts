import { isSeq, type YAMLMap } from 'yaml';
import { textOf } from './steps-of.ts';

/** Whether commands in a list look like one command and its arguments, which they were in earlier versions. */
export function hasWordList(step: YAMLMap): boolean {
  const command = step.get('command', true);
  if (!isSeq(command) || command.items.length < 2) return false;
  const [, ...others] = command.items.map((item) => textOf(item) ?? '');
  return others.every((text) => !/\s/.test(text)) || others.some((text) => text.startsWith('-'));
}

export const WORD_LIST =
  'Each text in `command` is a command of its own. In earlier versions a list was one command with its arguments: write that in one text.';
