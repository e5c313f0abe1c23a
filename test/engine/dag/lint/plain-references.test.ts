import { describe, expect, it } from 'vitest';
import { lint } from './lint.ts';

describe('a name in a condition that is a text', () => {
  it.each([
    ['steps: [{command: a, preconditions: {condition: "${STAGE}", expected: b}}]', '1:50 ${STAGE}'],
    ['preconditions: {condition: a, expected: $STAGE}\nsteps: [a]', '1:41 $STAGE'],
    [
      'steps: [{command: a, repeat_policy: {condition: "x ${STAGE}", expected: b, limit: 2}}]',
      '1:52 ${STAGE}',
    ],
  ])('is reported where nothing declares it: %j', (text, mark) => {
    expect(lint(text)).toEqual([`unknown-reference ${mark}`]);
  });

  it.each([
    ['has a default', 'steps: [{command: a, preconditions: {condition: "${A:-}", expected: b}}]'],
    ['is one of a shell', 'steps: [{command: a, preconditions: "test $A"}]'],
    [
      'is an output',
      'steps: [{command: a, output: O}, {command: b, preconditions: {condition: $O, expected: b}}]',
    ],
    [
      'may be in a dotenv file',
      'dotenv: a.env\nsteps: [{command: a, preconditions: {condition: $A, expected: b}}]',
    ],
  ])('is not reported where it %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });
});

describe('a name in a text that is a language of its own', () => {
  const jq = (script: string): string => `steps: [{type: jq, command: ., script: '${script}'}]`;

  it.each([
    [jq('{"a": "${NAME}"}'), '1:48 ${NAME}'],
    [jq('{"a": "${HOME}"}'), '1:48 ${HOME}'],
    ['steps: [{type: sqlite, config: {dsn: a.db}, command: "SELECT ${NAME}"}]', '1:62 ${NAME}'],
    ['steps: [{type: sqlite, config: {dsn: a.db, command: "SELECT ${HOME}"}}]', '1:61 ${HOME}'],
    ['steps: [{type: postgres, config: {dsn: a, command: "SELECT ${NAME}"}}]', '1:60 ${NAME}'],
    ['steps: [{type: sqlite, config: {dsn: a.db}, script: "SELECT ${NAME}"}]', '1:61 ${NAME}'],
    ['steps: [{type: jq, command: \'"${HOME}"\', script: "{}"}]', '1:31 ${HOME}'],
    [
      'steps: [{type: jq, command: ., script: "{}", config: {program: "${HOME}/jq"}}]',
      '1:65 ${HOME}',
    ],
  ])('is reported where nothing declares it: %s', (text, mark) => {
    expect(lint(text)).toEqual([`unknown-reference ${mark}`]);
  });

  it.each([
    `params: {NAME: x}\n${jq('{"a": "${NAME}"}')}`,
    jq('{"a": "${DAG_NAME} $NAME"}'),
    jq('{"a": "${NAME:-x}"}'),
    'params: {NAME: x}\nsteps: [{type: sqlite, config: {dsn: a.db, command: "SELECT ${NAME}"}}]',
    'steps: [{type: sqlite, config: {dsn: "${HOME}/a.db", command: "SELECT $1"}}]',
    'steps: [{type: http, command: "GET http://a/${NAME}"}]',
  ])('is not reported in %s', (text) => {
    expect(lint(text)).toEqual([]);
  });
});
