import { describe, expect, it } from 'vitest';
import { lint } from './lint.ts';

describe('secret-in-arguments', () => {
  const withSecret = (step: string) =>
    `secrets: [{name: TOKEN, provider: env, key: T}]\nsteps: [${step}]`;

  it.each([
    ['a shell reads the text', '{command: "send $TOKEN"}'],
    ['the dollar sign is one', '{shell: none, command: "send \\\\${TOKEN}"}'],
    ['the name is another', '{shell: none, command: "send $TOKENS ${PATH}"}'],
  ])('says nothing where %s', (_, step) => {
    expect(lint(withSecret(step))).toEqual([]);
  });

  it('finds it as a part of a word, without braces and with a default', () => {
    const step = "{shell: none, command: 'send k=$TOKEN ${TOKEN:-none}'}";

    expect(lint(withSecret(step))).toEqual([
      'secret-in-arguments 2:40 $TOKEN',
      'secret-in-arguments 2:47 ${TOKEN:-none}',
    ]);
  });
});
