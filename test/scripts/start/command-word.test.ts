import { expect, test } from 'vitest';
import { createProgram } from '../../../engine/cli/program.ts';
import { commandWord } from '../../../scripts/start/command-word.js';
import { contextOf } from '../../engine/cli/in-process.ts';

test.each([
  { line: 'server --port 8081', command: 'server' },
  { line: '-q --debug server', command: 'server' },
  { line: '--config=other.yaml start-all', command: 'start-all' },
  { line: 'start server', command: 'start' },
  { line: 'exec -- server', command: 'exec' },
  { line: '--home server history', command: 'history' },
  { line: '-qc scheduler history', command: 'history' },
  { line: '--version', command: undefined },
])('the command of "$line" is $command', ({ line, command }) => {
  expect(commandWord(line.split(' '))).toBe(command);
});

test('every option that takes a value before the command is known to', () => {
  const { options } = createProgram(contextOf({ home: '/none' }).context);
  const names = options
    .filter(({ required }) => required)
    .flatMap(({ long, short }) => [long, short].filter((name) => typeof name === 'string'));

  expect(names.map((name) => commandWord([name, 'value', 'history']))).toEqual(
    names.map(() => 'history'),
  );
  expect(names).toContain('--home');
});
